package client_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"testing"
)

// Key is an API key with an account of its own, so that no test sees the credits of another.
type Key struct {
	ID     string  `json:"id"`
	Secret string  `json:"key"`
	Spent  float64 `json:"spent"`
	t      *testing.T
}

// BaseURL is what the client under test takes in place of the service's.
func BaseURL() string { return os.Getenv("CREATOR_SANDBOX_URL") }

// NewKey creates a key for one test: NewKey(t, map[string]any{"plan": 100, "limit": 20}).
func NewKey(t *testing.T, terms map[string]any) *Key {
	t.Helper()
	key := &Key{t: t}
	admin(t, "POST", "/keys", terms, key)
	admin(t, "PUT", "/report/test", map[string]any{"key": key.ID, "test": t.Name()}, nil)
	t.Cleanup(func() { admin(t, "DELETE", "/keys/"+key.ID, nil, nil) })
	return key
}

// Force makes the next calls of the key end in a refusal.
func (k *Key) Force(status, times int) {
	k.t.Helper()
	rule := map[string]any{"match": map[string]any{"key": k.ID}, "respond": map[string]any{"status": status}, "times": times}
	admin(k.t, "POST", "/faults", rule, nil)
}

// Advance moves the clock of the key's account: Advance("31d") renews its plan.
func (k *Key) Advance(by string) {
	k.t.Helper()
	admin(k.t, "POST", "/clock/advance", map[string]any{"by": by, "key": k.ID}, nil)
}

// Credits that the key has ever spent.
func (k *Key) Credits() float64 {
	k.t.Helper()
	admin(k.t, "GET", "/keys/"+url.PathEscape(k.ID), nil, k)
	return k.Spent
}

func admin(t *testing.T, method, path string, body, result any) {
	t.Helper()
	sent := &bytes.Buffer{}
	if body != nil {
		if err := json.NewEncoder(sent).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, os.Getenv("CREATOR_SANDBOX_ADMIN")+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token := os.Getenv("SANDBOX_ADMIN_TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode >= 400 {
		var problem struct{ Detail string }
		_ = json.NewDecoder(reply.Body).Decode(&problem)
		t.Fatalf("%s %s: %d %s", method, path, reply.StatusCode, problem.Detail)
	}
	if result != nil {
		if err := json.NewDecoder(reply.Body).Decode(result); err != nil {
			t.Fatal(err)
		}
	}
}
