import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

final class ClientTest {
    static int lookUp(String handle, String key) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(Sandbox.baseUrl() + "/clip/profile?uniqueId=" + handle))
            .header("api-key", key)
            .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    }

    static void paysForWhatItGets() throws Exception {
        try (var key = new Sandbox.Key("{\"plan\": 100}")) {
            equal(200, lookUp("sample.creator", key.secret));
            equal(2.0, key.credits());
        }
    }

    static void meetsRefusals() throws Exception {
        try (var key = new Sandbox.Key("{\"plan\": 2}")) {
            key.force(503, 1);
            equal(503, lookUp("sample.creator", key.secret));
            equal(200, lookUp("sample.creator", key.secret));
            equal(402, lookUp("sample.creator", key.secret));
            key.advance("31d");
            equal(200, lookUp("sample.creator", key.secret));
        }
    }

    static void equal(Object wanted, Object found) {
        if (!wanted.equals(found)) {
            throw new AssertionError("wanted " + wanted + ", found " + found);
        }
    }

    public static void main(String[] arguments) throws Exception {
        paysForWhatItGets();
        meetsRefusals();
        System.out.println("2 tests passed");
    }
}
