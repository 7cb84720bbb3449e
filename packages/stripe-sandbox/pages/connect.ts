import { Hono } from "hono";
import type { OnboardingLink } from "../account-links.ts";
import { finishOnboarding } from "../accounts.ts";
import { ownCall, type Sandbox } from "../call.ts";
import { html, page } from "./html.ts";

export function connectRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();

	app.get("/onboarding/:account", (c) => {
		const account = sandbox.store.find("account", c.req.param("account"));
		const link = account && sandbox.store.hidden<OnboardingLink>(account.id);
		if (account === undefined || link === undefined) return c.notFound();
		if (link.token !== c.req.query("token") || link.expires * 1000 < sandbox.now()) {
			return c.redirect(link.refreshUrl);
		}
		const body = html`<section class="narrow"><h1>Connect with Stripe</h1>
			<p>${account.email ?? "Your account"} would be asked for a name, a date of birth and a bank account here.</p>
			<p class="soft">This is the sandbox's page; no details are wanted.</p>
			<form method="post">
				<input type="hidden" name="token" value="${link.token}">
				<button name="action" value="finish">Agree and submit</button>
				<button name="action" value="later">Save for later</button>
			</form></section>`;
		return c.html(page("Connect onboarding", body));
	});

	app.post("/onboarding/:account", async (c) => {
		const id = c.req.param("account");
		const form = await c.req.parseBody();
		const link = sandbox.store.hidden<OnboardingLink>(id);
		if (link === undefined) return c.notFound();
		if (link.token !== form.token) return c.redirect(link.refreshUrl, 303);
		// Stripe's links are valid once.
		sandbox.store.hide(id, { ...link, token: "" });
		if (form.action === "finish") {
			sandbox.store.transaction(() => finishOnboarding(ownCall(sandbox), id));
			sandbox.deliverer.kick();
		}
		return c.redirect(link.returnUrl, 303);
	});

	return app;
}
