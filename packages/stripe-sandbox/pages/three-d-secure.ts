import { Hono } from "hono";
import { ownCall, type Sandbox } from "../call.ts";
import { finishAuthentication } from "../finish-intent.ts";
import { idOf } from "../ids.ts";
import { methodOf } from "../methods.ts";
import { money } from "../money.ts";
import { html, page } from "./html.ts";

/**
 * The page of a bank or wallet. Redirects to `return_url` with Stripe's three parameters, or notifies the parent window
 * of Stripe.js's frame, which has no such address.
 */
export function authenticationRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();

	app.get("/:intent", (c) => {
		const intent = sandbox.store.find("payment_intent", c.req.param("intent"));
		if (intent === undefined || intent.client_secret !== c.req.query("client_secret"))
			return c.notFound();
		const back = c.req.query("return_url") ?? "";
		if (intent.status !== "requires_action")
			return c.redirect(backTo(back, intent, intent.status === "succeeded"));
		const type = sandbox.store.find("payment_method", idOf(intent.payment_method) ?? "")?.type;
		const { label, flow } = methodOf(type);
		const [title, complete, fail] =
			flow === "card"
				? ["3-D Secure", "Complete", "Fail"]
				: [label, "Authorize test payment", "Fail test payment"];
		const body = html`<section class="narrow"><h1>${title}</h1>
      <p>Do you agree to pay <strong>${money(intent.amount, intent.currency)}</strong>?</p>
      <p class="soft">This is the sandbox's test page; no bank is involved.</p>
      <form method="post" action="">
        <input type="hidden" name="client_secret" value="${intent.client_secret}">
        <input type="hidden" name="return_url" value="${back}">
        <button name="action" value="complete">${complete}</button>
        <button name="action" value="fail">${fail}</button>
      </form></section>`;
		return c.html(page(`${title} test page`, body));
	});

	app.post("/:intent", async (c) => {
		const form = await c.req.parseBody();
		const found = sandbox.store.find("payment_intent", c.req.param("intent"));
		if (found === undefined || found.client_secret !== form.client_secret) return c.notFound();
		const back = typeof form.return_url === "string" ? form.return_url : "";
		const passed = form.action === "complete";
		const intent =
			found.status === "requires_action"
				? sandbox.store.transaction(() => finishAuthentication(ownCall(sandbox), found.id, passed))
				: found;
		sandbox.deliverer.kick();
		return c.redirect(
			backTo(back, intent, ["succeeded", "processing", "requires_capture"].includes(intent.status)),
			303,
		);
	});

	app.get("/done/:outcome", (c) => {
		const script = html`<script src="/3ds-done.js"></script>`;
		return c.html(page("Done", html`<p>Done. You may close this window.</p>${script}`));
	});

	return app;
}

function backTo(
	returnUrl: string,
	intent: { id: string; client_secret: string | null },
	passed: boolean,
): string {
	const outcome = passed ? "succeeded" : "failed";
	if (!/^https?:\/\//.test(returnUrl)) return `/3ds/done/${outcome}`;
	const url = new URL(returnUrl);
	url.searchParams.set("payment_intent", intent.id);
	url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
	url.searchParams.set("redirect_status", outcome);
	return url.href;
}
