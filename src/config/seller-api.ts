import { DAY_SECONDS, list, number, text, TRUE_OR_FALSE, WHOLE_SECONDS, wholes, yesOrNo, type Setting } from "./setting.ts";

/** Settings of who is let in, what is kept of calls, and what sellers hear of. */
export const ADMISSION_SETTINGS = {
  quotaLeasePercent: number(
    "QUOTA_LEASE_PERCENT",
    [1, 100],
    () => 10,
    "Share of a minute's calls that a process takes from the shared quota at once.",
  ),
  quotaLeaseTimeoutMs: number(
    "QUOTA_LEASE_TIMEOUT_MS",
    [10, 10_000],
    () => 250,
    "Milliseconds to wait for the shared quota; beyond them a process meters for itself.",
  ),
  authFailuresPerMinute: number(
    "AUTH_FAILURES_PER_MINUTE",
    [1, 10_000_000],
    () => 20,
    "Calls of one address, and of one client_id, that may fail at the door per minute before they are told to wait.",
  ),
  idempotencyAnswerLimitBytes: number(
    "IDEMPOTENCY_ANSWER_LIMIT_BYTES",
    [1024, 64 * 1024 * 1024],
    () => 512 * 1024,
    "Largest answer kept whole under an Idempotency-Key; of larger ones the status and headers.",
  ),
  eventRetentionDays: number("EVENT_RETENTION_DAYS", [1, 3650], () => 90, "Days of events that the feed and replays show."),
  longPollWaiters: number("LONG_POLL_WAITERS", [0, 100_000], () => 2_000, "Calls of this process that may wait for events at one time."),
  longPollWaitersPerApplication: number(
    "LONG_POLL_WAITERS_PER_APPLICATION",
    [1, 1_000],
    () => 4,
    "Calls of one application for one seller that may wait for events at one time.",
  ),
  notificationRetrySeconds: {
    environmentVariable: "NOTIFICATION_RETRY_SECONDS",
    fallback: () => [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
    read: wholes(0, 30 * DAY_SECONDS),
    expects: WHOLE_SECONDS,
    meaning: "Waits between tries of a notification; after the last it is given up.",
  } as Setting<readonly number[]>,
  notificationTimeoutSeconds: number(
    "NOTIFICATION_TIMEOUT_SECONDS",
    [1, 120],
    () => 15,
    "Seconds within which a notification is answered.",
  ),
  notificationConcurrency: number(
    "NOTIFICATION_CONCURRENCY",
    [1, 10_000],
    () => 512,
    "Notifications of this process under way at one time.",
  ),
  notificationDisableDays: number(
    "NOTIFICATION_DISABLE_DAYS",
    [1, 365],
    () => 5,
    "Days of nothing but failures after which an endpoint is disabled.",
  ),
  notificationSecretOverlapHours: number(
    "NOTIFICATION_SECRET_OVERLAP_HOURS",
    [0, 720],
    () => 24,
    "Hours for which an endpoint's previous secret signs beside the new one.",
  ),
  deliveryLogDays: number("DELIVERY_LOG_DAYS", [1, 365], () => 7, "Days for which attempts to notify are kept with request and response."),
  requestLogDays: number("REQUEST_LOG_DAYS", [1, 365], () => 7, "Days for which calls are kept in the log of requests."),
  requestLogPerSecond: number(
    "REQUEST_LOG_PER_SECOND",
    [0, 1_000_000],
    () => 1_000,
    "Calls of this process kept per second, half of them for refusals alone, and as many at once after a quiet second.",
  ),
  validationSigningKey: {
    environmentVariable: "VALIDATION_SIGNING_KEY",
    fallback: () => "",
    read: text,
    expects: { "pt-BR": "uma chave Ed25519, PKCS #8 em base64", en: "an Ed25519 key, PKCS #8 in base64" },
    meaning: "Key that signs validation reports; empty = one made in the data folder.",
    secret: true,
  } as Setting<string>,
  validationPublicKeys: {
    environmentVariable: "VALIDATION_PUBLIC_KEYS",
    fallback: () => [],
    read: list,
    expects: {
      "pt-BR": "chaves Ed25519 públicas em base64url, separadas por vírgula",
      en: "public Ed25519 keys in base64url, comma separated",
    },
    meaning: "Keys whose validation reports production trusts; the sandbox shows its own at /.well-known/jwks.json.",
  } as Setting<readonly string[]>,
  validationReportDays: number("VALIDATION_REPORT_DAYS", [1, 3650], () => 365, "Days for which a validation report admits to production."),
  validationAutoApprove: {
    environmentVariable: "VALIDATION_AUTO_APPROVE",
    fallback: () => false,
    read: yesOrNo,
    expects: TRUE_OR_FALSE,
    meaning: "Whether a complete validation is approved by itself; false = an operator decides.",
  } as Setting<boolean>,
  selfServicePerHour: number(
    "SELF_SERVICE_PER_HOUR",
    [0, 1_000_000],
    () => 100,
    "Sandbox: sellers that this process makes per hour for whoever asks; 0 = none.",
  ),
  selfServicePerAddress: number(
    "SELF_SERVICE_PER_ADDRESS",
    [0, 1_000_000],
    () => 5,
    "Sandbox: how many of them one address may ask for per hour.",
  ),
} as const;
