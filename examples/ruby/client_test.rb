require "minitest/autorun"
require_relative "sandbox"

class ClientTest < Minitest::Test
  def key(**terms) = @key ||= Sandbox::Key.new(**terms)

  def teardown = @key&.remove

  def look_up(handle)
    uri = URI("#{Sandbox.base_url}/clip/profile?uniqueId=#{handle}")
    Net::HTTP.get_response(uri, { "api-key" => @key.secret }).code.to_i
  end

  def test_pays_for_what_it_gets
    key(plan: 100)
    assert_equal 200, look_up("sample.creator")
    assert_equal 2, key.credits
  end

  def test_meets_refusals
    key(plan: 2).force(503)
    assert_equal [503, 200, 402], Array.new(3) { look_up("sample.creator") }
    key.advance("31d")
    assert_equal 200, look_up("sample.creator")
  end
end
