import { repeatWait } from "../../../worker/contract/repeats.ts";
import { signInAgain, signInCount } from "../session/sign-in-again.ts";
import { ApiFailure, CLIENT_ERRORS, failureOf } from "./failure.ts";
import { noteAnswer, notePause } from "./paused.ts";

/**
 * `fetch` that throws an ApiFailure for anything but success. A call without a response is an ApiFailure
 * with status 0 and code `network`. A call that changes something after the session has ended waits until
 * the creator has signed in again, and is repeated. What a busy server refuses is sent again when it says,
 * a few times, if that can do no harm.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const before = signInCount();
	const response = await send(input, init);
	if (response.ok) {
		noteAnswer();
		return response;
	}
	const failure = await failureOf(response);
	notePause(failure.code);
	const isChange = init?.method !== undefined && init.method !== "GET" && init.method !== "HEAD";
	if (failure.code !== "auth.required" || !isChange) throw failure;
	if (signInCount() === before && !(await signInAgain())) throw failure;
	const repeated = await send(input, init);
	if (!repeated.ok) throw await failureOf(repeated);
	return repeated;
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	for (let repeats = 0; ; repeats++) {
		let response: Response;
		try {
			response = await fetch(input, { credentials: "same-origin", ...init });
		} catch (error) {
			if (init?.signal?.aborted) throw error;
			throw new ApiFailure(0, { message: CLIENT_ERRORS.network });
		}
		const wait = repeatWait(init?.method ?? "GET", String(input), response, repeats);
		if (wait === null) return response;
		await new Promise((resolve) => setTimeout(resolve, wait));
	}
}
