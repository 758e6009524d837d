# docker-compose.cluster.yml for real: three replicas, PostgreSQL and the balancer. Where their images cannot be pulled,
# Debian's programs take their place under the same names, with the same variables, paths and users. Sourced by check.sh.
cluster_file=$here/../../docker-compose.cluster.yml

cluster() {
  SANDBOX_DB_PASSWORD=password0f7he1edger SANDBOX_PUBLISHED_PORT=0 SANDBOX_IMAGE=$image \
    docker compose -f "$cluster_file" -p "$name-cluster" "$@"
}

cluster_images() {
  local tag
  for tag in $(cluster config --images | grep -v "^$image$" | sort -u); do
    engine_has "$tag" || cluster_stand_in "$tag" || return 1
  done
}
cluster_stand_in() { docker build -q --build-arg "BASE=$engine_base" -t "$1" "$here/stand-ins/${1%%:*}"; }

cluster_port() { cluster port balancer 4310 | sed 's/.*://'; }
cluster_ask() { curl -sS -m 30 -H "api-key: $1" "http://127.0.0.1:$(cluster_port)$2"; }
cluster_replicas() { cluster_ask none /__admin/replicas | grep -o '"number":' | wc -l; }
cluster_left() { cluster_ask "$1" /usage | sed 's/.*"creditsAvailable":\([^,]*\).*/\1/'; }
has_replicas() { equals "$(cluster_replicas)" "$1"; }

# 60 calls of 2 credits, 12 at a time, with credits for 50.
charges_exactly() {
  local port key=sandbox:plan=100:cluster answers
  port=$(cluster_port)
  answers=$(seq 60 | xargs -P 12 -I{} curl -s -o /dev/null -w '%{http_code}\n' -m 60 -H "api-key: $key" \
    "http://127.0.0.1:$port/clip/profile?uniqueId=sample.creator" | sort | uniq -c | tr -s ' \n' ' ')
  equals "$answers" ' 50 200 10 402 ' && equals "$(cluster_left $key)" 0
}
agrees_everywhere() {
  local id address
  cluster_ask sandbox:plan=100:agreed '/clip/profile?uniqueId=sample.creator' >/dev/null
  for id in $(cluster ps -q replica); do
    address=$(docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$id")
    contains "$(curl -sS -m 30 -H 'api-key: sandbox:plan=100:agreed' "http://$address:4310/usage")" '"creditsAvailable":98' || return 1
  done
}
survives_a_kill() {
  local one call key=sandbox:plan=100:killed
  one=$(cluster ps -q replica | head -n 1)
  docker kill "$one" >/dev/null
  for call in $(seq 10); do
    contains "$(cluster_ask $key '/clip/profile?uniqueId=sample.creator')" '"creditsUsed":2' || { echo "call $call"; return 1; }
  done
  equals "$(cluster_left $key)" 80 && until_true has_replicas 2 || return 1
  docker start "$one" >/dev/null
  until_true has_replicas 3
}
survives_the_database() {
  local call key=sandbox:plan=100:database
  # A refused call costs nothing, so one is paid.
  until_true pays $key || return 1
  cluster stop database >/dev/null 2>&1
  until_true refuses_politely $key || return 1
  # Nor does the balancer refuse them itself, once its probes have failed.
  for call in $(seq 20); do refuses_politely $key || { echo "call $call"; return 1; }; sleep 0.5; done
  cluster start database >/dev/null 2>&1
  until_true keeps_credits $key 98
}
pays() { contains "$(cluster_ask "$1" '/clip/profile?uniqueId=sample.creator')" '"creditsUsed":2'; }
refuses_politely() { contains "$(cluster_ask "$1" '/clip/profile?uniqueId=sample.creator')" '"SERVICE_UNAVAILABLE"'; }
keeps_credits() { equals "$(cluster_left "$1")" "$2"; }
# The pod of the Kubernetes recipe, as Docker runs it.
pod_joins() {
  local options
  mapfile -t options < <(node "$here/pod.ts" "$here/../../recipes/kubernetes-replicas.yaml")
  [ "${#options[@]}" -gt 5 ] || { echo "no options: ${options[*]}"; return 1; }
  docker run -d --name "$name-pod" --network "$name-cluster_default" "${options[@]}" \
    -e SANDBOX_LEDGER=postgres://sandbox:password0f7he1edger@database:5432/sandbox "$image" >/dev/null || return 1
  until_true docker exec "$name-pod" probe || { docker logs "$name-pod" 2>&1 | tail -n 3; return 1; }
  until_true has_replicas 4 || return 1
  docker stop -t 10 "$name-pod" >/dev/null
  until_true has_replicas 3
}
ends_well() {
  local id
  cluster stop -t 10 replica >/dev/null 2>&1
  for id in $(cluster ps -aq replica); do
    equals "$(docker inspect -f '{{.State.ExitCode}}' "$id")" 0 || { docker logs "$id" 2>&1 | tail -n 3; return 1; }
    ! docker logs "$id" 2>&1 | grep password0f7he1edger || return 1
  done
}

cluster_facts() {
  needed 'the images of the cluster are there' cluster_images
  needed 'the cluster of docker-compose.cluster.yml comes up' cluster up -d --no-build --wait --wait-timeout 120
  fact 'three replicas share its ledger' until_true has_replicas 3
  fact 'credits for 50 calls pay exactly 50 of 60' charges_exactly
  fact 'each replica tells the same balance' agrees_everywhere
  fact 'it answers while a replica is killed, which joins again' survives_a_kill
  fact 'without its database it refuses in the envelope, and goes on when it is back' survives_the_database
  fact 'a pod of the Kubernetes recipe joins it, passes its probe, and leaves' pod_joins
  fact 'its replicas end with 0, and tell nobody the password' ends_well
  cluster_down
}

cluster_down() { cluster down -v --remove-orphans >/dev/null 2>&1; }
