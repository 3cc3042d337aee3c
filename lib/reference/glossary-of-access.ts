import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";

type Meaning = readonly [description: string, example?: unknown];

const OLD_NAME_OF_ANSWERED = "Deprecated: the old name of `answered`, with the same value; gone with the next release.";
const NOW = 1795069924801;
const PUBLIC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const ROUTE = "/payment/v1/requestPaymentAddress";
const BODY = '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42"}';

const OF_A_REQUEST: Readonly<Record<string, Meaning>> = {
  caller: ["Key or person; unproven when neither was shown.", `key:${IDS.key}`],
  durationMs: ["How long the answer took, milliseconds.", 12],
  idempotencyKey: ["The Idempotency-Key it carried.", "order-4711"],
  method: ["HTTP method.", "POST"],
  objectId: ["The bill, deposit or conversion it was about.", IDS.payment],
  replayed: ["Answered again from what its Idempotency-Key had done before.", false],
  requestBody: ["What was sent, cut to a few thousand characters, secrets struck out.", BODY],
  responseBody: ["What was answered, cut and struck out likewise.", `{"paymentId":"${IDS.payment}"}`],
  route: ["The operation's path with its parameters by name; none when there was no such path.", ROUTE],
  status: ["HTTP status.", 200],
  target: ["Path and query as sent, secrets struck out.", ROUTE],
  lastAt: ["When it happened last, epoch milliseconds.", NOW],
  lastRequestId: ["The latest of these calls.", IDS.request],
};

const OF_A_PERSON: Readonly<Record<string, Meaning>> = {
  userId: ["Identifier of a person.", IDS.user],
  email: ["What the person signs in with.", "anna@example.com"],
  name: ["How the desk and the audit record name the person.", "Anna"],
  status: ["Whether the person may sign in.", "ACTIVE"],
  lastSignInAt: ["When the person signed in last, epoch milliseconds of the wall clock.", NOW],
  password: ["The first password, shown this once; absent for a person who has one already.", "kD3vQx8mPz1Lr0ta"],
};

const under = (owner: string, fields: Readonly<Record<string, Meaning>>): [string, Meaning][] =>
  Object.entries(fields).map(([name, meaning]) => [`${owner}.${name}`, meaning]);

/** The fields of the request log, of people and their roles, and of the sandbox's scenarios. */
export const GLOSSARY_OF_ACCESS: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(
    ["Request", "RequestDetail", "RequestFailure", "getRequests"].flatMap((owner) => under(owner, OF_A_REQUEST)),
  ),
  ...Object.fromEntries(["User", "MadeUser"].flatMap((owner) => under(owner, OF_A_PERSON))),
  "makeUser.email": ["Where the person is reached, and what they sign in with.", "anna@example.com"],
  "makeUser.name": ["How the desk and the audit record name the person.", "Anna"],
  "changeUser.disabled": ["True ends every session at once and lets the person in no more.", true],
  "patchSettings.reason": ["Why; it stays in the audit record.", "tighter market"],
  "NewPassword.password": ["Shown this once.", "kD3vQx8mPz1Lr0ta"],
  publicKey: ["Ed25519 public key: 32 bytes as base64 (also taken as hex or PEM).", PUBLIC_KEY],
  "ReceiverProof.answered": [
    "Whether every check was answered as it must be; what the receiver books is not read.",
    true,
  ],
  "ReceiverProof.passed": [OLD_NAME_OF_ANSWERED, true],
  "ReceiverProof.grades": ["One grade for each check, in the order they were tried."],
  "ReceiverProof.scenarios": ["One grade for each scenario that was asked for, in the order they were played."],
  "ScenarioGrade.name": ["Which case was played.", "late"],
  "ScenarioGrade.answered": ["Whether the receiver answered every message about it as it must.", true],
  "ScenarioGrade.passed": [OLD_NAME_OF_ANSWERED, true],
  "ScenarioGrade.events": ["Events of the case that the endpoint asks for.", 5],
  "ScenarioGrade.messages": ["Messages sent about them: a forged one, each event out of its turn, each once more.", 11],
  "ScenarioGrade.slowestMs": ["How long the slowest answer took, milliseconds.", 12],
  "ScenarioGrade.check": ["What the receiver got wrong first; absent when it got nothing wrong.", "duplicate"],
  "ScenarioGrade.detail": ["What was sent last, and what that must lead to.", "An event in its turn must be taken."],
  "ScenarioGrade.statusCode": ["What the receiver answered instead; absent when it gave no answer.", 500],
  "proveReceiver.scenarios": ["Which cases to play; absent: all of them, empty: none.", ["exact", "twice"]],
  "ReceiverGrade.check": ["What was tried.", "refuses-forged"],
  "ReceiverGrade.answered": ["Whether the receiver answered as it must.", true],
  "ReceiverGrade.passed": [OLD_NAME_OF_ANSWERED, true],
  "ReceiverGrade.detail": ["What was sent, and what that must lead to.", "A good message must be taken."],
  "ReceiverGrade.statusCode": ["What the receiver answered.", 204],
  "ReceiverGrade.durationMs": ["How long its answer took, milliseconds.", 12],
  "playScenario.name": ["Which case to play.", "late"],
  "PlayedScenario.name": ["Which case was played.", "late"],
  "PlayedScenario.steps": ["What was done, in order.", ["a bill of 100 EUR asks for 0.00168351 BTC"]],
  "PlayedScenario.code": ["The code of the refusal, where one is what the case shows.", "PRICE_UNAVAILABLE"],
  "getRequests.by": ["Only calls by programs, or only by people.", "programs"],
  "getRequests.code": ["Only calls refused with this code.", "VALIDATION_FAILED"],
  "getRequests.outcome": ["Only calls that went well, or only the others.", "failed"],
};
