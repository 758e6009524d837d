<?php

declare(strict_types=1);

/** An API key of the sandbox with an account of its own, so that no test sees the credits of another. */
final class SandboxKey
{
    public readonly string $id;
    public readonly string $secret;

    /** @param array<string, mixed> $terms such as ['plan' => 100, 'limit' => 20] */
    public function __construct(array $terms)
    {
        $made = self::admin('POST', '/keys', $terms);
        $this->id = $made['id'];
        $this->secret = $made['key'];
    }

    /** The client under test takes this in place of the base URL of the service. */
    public static function baseUrl(): string
    {
        return (string) getenv('CREATOR_SANDBOX_URL');
    }

    /** Makes the next calls of the key end in a refusal. */
    public function force(int $status, int $times = 1): void
    {
        self::admin('POST', '/faults', [
            'match' => ['key' => $this->id],
            'respond' => ['status' => $status],
            'times' => $times,
        ]);
    }

    /** Moves the clock of the key's account: advance('31d') renews its plan. */
    public function advance(string $by): void
    {
        self::admin('POST', '/clock/advance', ['by' => $by, 'key' => $this->id]);
    }

    /** Credits that the key has ever spent. */
    public function credits(): float
    {
        return (float) self::admin('GET', "/keys/{$this->id}")['spent'];
    }

    /** Call it in tearDown. */
    public function remove(): void
    {
        self::admin('DELETE', "/keys/{$this->id}");
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    private static function admin(string $method, string $path, ?array $body = null): array
    {
        $headers = $body === null ? [] : ['Content-Type: application/json'];
        $token = getenv('SANDBOX_ADMIN_TOKEN');
        if ($token) {
            $headers[] = "Authorization: Bearer $token";
        }
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $headers,
            'content' => $body === null ? '' : json_encode((object) $body, JSON_THROW_ON_ERROR),
            'ignore_errors' => true,
        ]]);
        $text = file_get_contents(getenv('CREATOR_SANDBOX_ADMIN') . $path, false, $context);
        $answer = $text ? json_decode($text, true, flags: JSON_THROW_ON_ERROR) : [];
        if (preg_match('/ [45]\d\d /', $http_response_header[0] . ' ')) {
            throw new RuntimeException("$method $path: {$answer['detail']}");
        }
        return $answer;
    }
}
