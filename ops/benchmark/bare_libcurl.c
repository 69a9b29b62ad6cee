// The worker's requests and nothing else, as libcurl's multi interface makes them: what no worker on libcurl can beat.
//
//   bare-libcurl URL CA_FILE COUNT IN_FLIGHT 1|2      (the last is the version of HTTP)

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char body[] =
    "{\"consumptionPercentage\":67932,\"customerConsented\":true,\"deliveryStatus\":\"DELIVERED\","
    "\"refundPreference\":\"GRANT_PRORATED\",\"sampleContentProvided\":false}";

static size_t ignore(char *data, size_t size, size_t count, void *user) {
  (void)data;
  (void)user;
  return size * count;
}

int main(int argc, char **argv) {
  if (argc != 6) return 64;
  long count = atol(argv[3]), in_flight = atol(argv[4]);
  int is_second = atoi(argv[5]) == 2;
  curl_global_init(CURL_GLOBAL_ALL);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, is_second ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING);
  char token[360] = "authorization: Bearer ";
  memset(token + strlen(token), 'x', 330);
  struct curl_slist *headers = curl_slist_append(NULL, token);
  headers = curl_slist_append(headers, "content-type: application/json");
  headers = curl_slist_append(headers, "expect:");

  long started = 0, finished = 0, accepted = 0;
  for (long number = 0; number < in_flight; number++) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_CAINFO, argv[2]);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, is_second ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)is_second);
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "PUT");
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore);
    char url[512];
    snprintf(url, sizeof url, "%s/inApps/v2/transactions/consumption/%ld", argv[1], 2000000000000000 + number);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_multi_add_handle(multi, easy);
    started++;
  }
  while (finished < count) {
    int running, left;
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      long status = 0;
      CURL *easy = message->easy_handle;
      curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
      accepted += status == 202;
      finished++;
      curl_multi_remove_handle(multi, easy);
      if (started < count) {
        char url[512];
        snprintf(url, sizeof url, "%s/inApps/v2/transactions/consumption/%ld", argv[1], 2000000000000000 + started);
        curl_easy_setopt(easy, CURLOPT_URL, url);
        curl_multi_add_handle(multi, easy);
        started++;
      }
    }
    if (finished < count) curl_multi_poll(multi, NULL, 0, 20, NULL);
  }
  printf("%ld accepted\n", accepted);
  return accepted == count ? 0 : 1;
}
