pytest_plugins = ["pytester", "pytest_creator_sandbox.plugin"]
