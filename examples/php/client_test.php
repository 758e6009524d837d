<?php

declare(strict_types=1);

require __DIR__ . '/Sandbox.php';

function lookUp(string $handle, string $key): int
{
    $context = stream_context_create(['http' => ['header' => "api-key: $key", 'ignore_errors' => true]]);
    file_get_contents(SandboxKey::baseUrl() . "/clip/profile?uniqueId=$handle", false, $context);
    return (int) explode(' ', $http_response_header[0])[1];
}

function same(mixed $wanted, mixed $found): void
{
    if ($wanted !== $found) {
        throw new RuntimeException('wanted ' . json_encode($wanted) . ', found ' . json_encode($found));
    }
}

// It pays for what it gets.
$key = new SandboxKey(['plan' => 100]);
same(200, lookUp('sample.creator', $key->secret));
same(2.0, $key->credits());
$key->remove();

// It meets refusals.
$key = new SandboxKey(['plan' => 2]);
$key->force(503);
same(503, lookUp('sample.creator', $key->secret));
same(200, lookUp('sample.creator', $key->secret));
same(402, lookUp('sample.creator', $key->secret));
$key->advance('31d');
same(200, lookUp('sample.creator', $key->secret));
$key->remove();

echo "2 tests passed\n";
