module example/client

go 1.18
