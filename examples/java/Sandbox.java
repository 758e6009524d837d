import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sandbox beside the tests. */
final class Sandbox {
    private static final HttpClient http = HttpClient.newHttpClient();

    private Sandbox() {}

    /** The client under test takes this in place of the base URL of the service. */
    static String baseUrl() {
        return System.getenv("CREATOR_SANDBOX_URL");
    }

    /** An API key with an account of its own, so that no test sees the credits of another. */
    static final class Key implements AutoCloseable {
        final String id;
        final String secret;

        /** @param terms JSON such as {"plan": 100, "limit": 20} */
        Key(String terms) throws IOException, InterruptedException {
            String made = admin("POST", "/keys", terms);
            id = text(made, "id");
            secret = text(made, "key");
        }

        /** Makes the next calls of the key end in a refusal. */
        void force(int status, int times) throws IOException, InterruptedException {
            admin("POST", "/faults", String.format(
                "{\"match\":{\"key\":\"%s\"},\"respond\":{\"status\":%d},\"times\":%d}", id, status, times));
        }

        /** Moves the clock of the key's account: advance("31d") renews its plan. */
        void advance(String by) throws IOException, InterruptedException {
            admin("POST", "/clock/advance", String.format("{\"by\":\"%s\",\"key\":\"%s\"}", by, id));
        }

        /** Credits that the key has ever spent. */
        double credits() throws IOException, InterruptedException {
            return Double.parseDouble(found(admin("GET", "/keys/" + id, null), "\"spent\":([\\d.]+)"));
        }

        @Override
        public void close() throws IOException, InterruptedException {
            admin("DELETE", "/keys/" + id, null);
        }
    }

    private static String admin(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(System.getenv("CREATOR_SANDBOX_ADMIN") + path));
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.method(method, BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        }
        String token = System.getenv("SANDBOX_ADMIN_TOKEN");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        var reply = http.send(request.build(), BodyHandlers.ofString());
        if (reply.statusCode() >= 400) {
            throw new IOException(method + " " + path + ": " + reply.body());
        }
        return reply.body();
    }

    private static String text(String json, String name) {
        return found(json, "\"" + name + "\":\"([^\"]*)\"");
    }

    private static String found(String json, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException(pattern + " is not in " + json);
        }
        return matcher.group(1);
    }
}
