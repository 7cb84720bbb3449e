import type { Stripe } from "stripe";
import { retrieveAccount } from "./accounts.ts";
import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { randomText } from "./ids.ts";
import type { Params } from "./params.ts";

const LINK_SECONDS = 300;

export interface OnboardingLink {
	token: string;
	returnUrl: string;
	refreshUrl: string;
	expires: number;
}

/** Creates a link to the hosted onboarding page, valid once and for five minutes, as with Stripe. */
export function createAccountLink(call: Call, params: Params): Stripe.AccountLink {
	const account = retrieveAccount(call, params, params.requiredText("account"));
	params.choice("type", ["account_onboarding", "account_update"]);
	const link: OnboardingLink = {
		token: randomText(24),
		returnUrl: httpUrl(params, "return_url"),
		refreshUrl: httpUrl(params, "refresh_url"),
		expires: call.now + LINK_SECONDS,
	};
	call.store.hide(account.id, link);
	return {
		object: "account_link",
		created: call.now,
		expires_at: link.expires,
		url: `${call.sandbox.origin}/connect/onboarding/${account.id}?token=${link.token}`,
	};
}

function httpUrl(params: Params, name: string): string {
	const url = params.requiredText(name);
	if (URL.canParse(url) && /^https?:/.test(url)) return url;
	throw invalidRequest("Not a valid URL", { code: "url_invalid", param: name });
}
