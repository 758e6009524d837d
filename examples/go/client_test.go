package client_test

import (
	"net/http"
	"testing"
)

func lookUp(t *testing.T, handle, key string) int {
	t.Helper()
	request, err := http.NewRequest("GET", BaseURL()+"/clip/profile?uniqueId="+handle, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("api-key", key)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	return reply.StatusCode
}

func TestPaysForWhatItGets(t *testing.T) {
	t.Parallel()
	key := NewKey(t, map[string]any{"plan": 100})
	if status := lookUp(t, "sample.creator", key.Secret); status != 200 {
		t.Fatalf("the look-up answered %d", status)
	}
	if credits := key.Credits(); credits != 2 {
		t.Fatalf("it cost %v credits", credits)
	}
}

func TestMeetsRefusals(t *testing.T) {
	t.Parallel()
	key := NewKey(t, map[string]any{"plan": 2})
	key.Force(503, 1)
	for call, wanted := range []int{503, 200, 402} {
		if status := lookUp(t, "sample.creator", key.Secret); status != wanted {
			t.Fatalf("call %d answered %d, not %d", call, status, wanted)
		}
	}
	key.Advance("31d")
	if status := lookUp(t, "sample.creator", key.Secret); status != 200 {
		t.Fatalf("after the renewal it answered %d", status)
	}
}
