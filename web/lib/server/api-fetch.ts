import { repeatWait } from "../../../worker/contract/repeats.ts";
import { signInAgain, signInCount } from "../session/sign-in-again.ts";
import { ApiFailure, CLIENT_ERRORS, failureOf } from "./failure.ts";
import { noteAnswer, notePause } from "./paused.ts";

/**
 * Throws an ApiFailure for anything but success. A change refused because the session has ended repeats
 * after a new sign-in; a busy server is asked again where that is harmless.
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
