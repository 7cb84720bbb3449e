import { useEffect, useEffectEvent, useState } from "react";
import type { User } from "../../../worker/accounts/contract.ts";
import type { Assertion } from "../../../worker/accounts/passkeys/contract.ts";
import { beginPasskeySignIn, signInWithPasskey } from "../../lib/server/queries/passkeys.ts";
import {
	fillsInPasskeys,
	passkeyProblem,
	signChallenge,
	stopWaiting,
} from "../../lib/session/passkeys.ts";

/** A challenge is valid for five minutes; the page may stay open for longer. */
const RENEW_MS = 4 * 60 * 1000;

type Options = {
	/** the browser's autofill offers passkeys */
	offers: boolean;
	onDone: (user: User) => void;
	onFailure: (error: unknown) => void;
};

export function usePasskeySignIn({ offers, onDone, onFailure }: Options) {
	const [pending, setPending] = useState(false);
	const [attempts, setAttempts] = useState(0);

	async function enter(passkey: Assertion) {
		setPending(true);
		try {
			onDone(await signInWithPasskey(passkey));
		} catch (error) {
			onFailure(error);
			setAttempts(attempts + 1);
		} finally {
			setPending(false);
		}
	}
	const enterFilledIn = useEffectEvent(enter);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a failed attempt has ended the offer
	useEffect(() => {
		if (!offers) return;
		let isOpen = true;
		async function offer() {
			if (!(await fillsInPasskeys()) || !isOpen) return;
			try {
				const passkey = await signChallenge(await beginPasskeySignIn(), true);
				if (isOpen) await enterFilledIn(passkey);
			} catch {
				// Autofill then offers nothing; the form and the button work as before.
			}
		}
		void offer();
		const timer = setInterval(() => void offer(), RENEW_MS);
		return () => {
			isOpen = false;
			clearInterval(timer);
			void stopWaiting();
		};
	}, [offers, attempts]);

	return {
		pending,
		async run() {
			if (pending) return;
			setPending(true);
			try {
				await enter(await signChallenge(await beginPasskeySignIn()));
			} catch (error) {
				if (passkeyProblem(error) !== "cancelled") onFailure(error);
				setAttempts(attempts + 1);
			} finally {
				setPending(false);
			}
		},
	};
}
