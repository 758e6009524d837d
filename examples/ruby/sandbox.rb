require "json"
require "net/http"

# The sandbox beside the tests.
module Sandbox
  # The client under test takes this in place of the base URL of the service.
  def self.base_url = ENV.fetch("CREATOR_SANDBOX_URL")

  # An API key with an account of its own, so that no test sees the credits of another.
  class Key
    attr_reader :id, :secret

    # Sandbox::Key.new(plan: 100, limit: 20)
    def initialize(**terms)
      made = Sandbox.admin("Post", "/keys", terms)
      @id, @secret = made.values_at("id", "key")
    end

    # Makes the next calls of the key end in a refusal.
    def force(status, times: 1)
      Sandbox.admin("Post", "/faults", { match: { key: id }, respond: { status: status }, times: times })
    end

    # Moves the clock of the key's account: advance("31d") renews its plan.
    def advance(by) = Sandbox.admin("Post", "/clock/advance", { by: by, key: id })

    # Credits that the key has ever spent.
    def credits = Sandbox.admin("Get", "/keys/#{id}")["spent"]

    # Call it in teardown.
    def remove = Sandbox.admin("Delete", "/keys/#{id}")
  end

  def self.admin(method, path, body = nil)
    uri = URI(ENV.fetch("CREATOR_SANDBOX_ADMIN") + path)
    request = Net::HTTP.const_get(method).new(uri)
    if body
      request["Content-Type"] = "application/json"
      request.body = JSON.generate(body)
    end
    token = ENV["SANDBOX_ADMIN_TOKEN"]
    request["Authorization"] = "Bearer #{token}" if token
    reply = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    answer = reply.body.to_s.empty? ? {} : JSON.parse(reply.body)
    raise "#{method} #{path}: #{answer["detail"]}" if reply.code.to_i >= 400

    answer
  end
end
