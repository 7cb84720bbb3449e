import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { User } from "../../accounts/contract.ts";
import type { Locale } from "../../contract/locales.ts";
import { CRONS } from "../../core/crons.ts";
import { users } from "../../core/tables.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { readMissedEvents } from "../../payments/settlement/read-missed-events.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, deliver, eventsOf, payCard, provider } from "../fakes/provider.ts";
import { mailsTo, subjectsTo } from "../fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../fixtures/test-app.ts";

const PASSWORD = "zebra8fjord";
const MINUTE = 60 * 1000;

let networks = 0;
/** Uses a network of its own. */
function from(headers: Record<string, string>, path: string, body: object, method = "POST") {
	return request(path, {
		method,
		body: JSON.stringify(body),
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": `2001:db8:77:${++networks}::1`,
			...headers,
		},
	});
}

const newAddress = () => `${testCtx().id().toLowerCase()}@example.test`;

/** Never reports success. */
async function payUnreported(creatorId: string, cookies: Record<string, string>) {
	const share = await makeShare(creatorId);
	const { intentId } = await beginCard(share.slug, cookies);
	const email = newAddress();
	await provider().paymentIntents.update(intentId, { receipt_email: email });
	await payCard(intentId);
	return { email, intentId };
}

describe("mails about a sale", () => {
	it("writes to the buyer in the checkout's language and to the creator in the chosen one", async () => {
		const creator = await makeCreator({ locale: "es" });
		const { email, intentId } = await payUnreported(creator.user.id, { locale: "de" });
		for (const event of await eventsOf(intentId)) expect((await deliver(event)).status).toBe(200);
		const [receipt] = await mailsTo(email);
		expect(receipt?.subject).toBe("Dein Beleg: Sunset set");
		expect(receipt?.text).toContain("Bezahlt: 10,00\u00a0$");
		expect(receipt?.html).toContain('<html lang="de">');
		expect(await subjectsTo(creator.user.email)).toEqual([
			"Vendiste «Sunset set» y ganaste 8,91\u00a0$",
		]);
	});

	it("keeps both languages if only the cron learns of the payment", async () => {
		const creator = await makeCreator({ locale: "de" });
		// The tests share one provider: a run that begins with all their events might not reach this one.
		await readMissedEvents(testCtx(), { applied: 9_000, listed: 9_000, spans: 1 });
		const { email } = await payUnreported(creator.user.id, { locale: "es" });
		const later = testCtx({ now: () => Date.now() + 3 * MINUTE });
		await runJobs(later, CRONS.repairs.expression);
		expect(await subjectsTo(email)).toEqual(["Tu recibo: Sunset set"]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			"Du hast „Sunset set“ verkauft und bekommst 8,91\u00a0$",
		]);
	});

	it("keeps the buyer's language for a direct payment that the creator confirms", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const setup = { cashAppHandle: "$creator1", releaseOnConfirmation: false };
		await call("POST", "/api/setup-cashapp", setup, creator.cookies);
		const share = await makeShare(creator.user.id);
		const buyerEmail = newAddress();
		const claim = { shareId: share.slug, buyerEmail, confirmationCode: testCtx().id(6) };
		const headers = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };
		const claimed = await from(headers, "/api/confirm-direct-payment", claim);
		expect(claimed.status).toBe(200);
		const { claimId } = await claimed.json<{ claimId: string }>();
		const approved = await call(
			"POST",
			`/api/direct-claims/${claimId}/approve`,
			{},
			{
				...creator.cookies,
				locale: "es",
			},
		);
		expect(approved.status).toBe(200);
		expect(await subjectsTo(buyerEmail)).toEqual(["Dein Beleg"]);
		expect(await subjectsTo(creator.user.email)).toEqual(["Did you get $10.00 in Cash App?"]);
	});

	it.each([
		[{ locale: "xx" }, "en"],
		[{ locale: "toString" }, "en"],
		[{ locale: "de" }, "de"],
		[{}, "en"],
	])("begun with the cookies %j are in %s", async (cookies, locale) => {
		const { user } = await makeCreator();
		const { intentId } = await beginCard((await makeShare(user.id)).slug, cookies);
		const [row] = await testCtx()
			.db.select({ locale: purchases.locale })
			.from(purchases)
			.where(eq(purchases.paymentIntentId, intentId));
		expect(row?.locale).toBe(locale);
	});
});

describe("mails about an account", () => {
	async function registerWith(headers: Record<string, string>) {
		const email = newAddress();
		const body = { email, password: PASSWORD, plan: "free" };
		const response = await from(headers, "/api/register", body);
		expect(response.status).toBe(201);
		return { email, cookies: cookiesOf(response), user: await response.json<User>() };
	}

	it("uses the language of the registration until the creator chooses another", async () => {
		const { email, cookies, user } = await registerWith({ "accept-language": "es-MX" });
		expect(user.locale).toBe("es");
		const changed = await call("PATCH", "/api/user", { locale: "de" }, cookies);
		expect(await changed.json<User>()).toEqual({ ...user, locale: "de" });
		const english = { "accept-language": "en" };
		await from(english, "/api/password/forgot", { email });
		expect(await subjectsTo(email)).toEqual([
			"Confirma tu correo electrónico",
			"Setze dein Passwort zurück",
		]);
	});

	it("prefers the language chosen in the app to the browser's", async () => {
		const { email, user } = await registerWith({ cookie: "locale=de", "accept-language": "es" });
		expect(user.locale).toBe("de");
		expect(await subjectsTo(email)).toEqual(["Bestätige deine E-Mail-Adresse"]);
	});

	it("falls back to English", async () => {
		const { email, cookies, user } = await registerWith({
			cookie: "locale=fr",
			"accept-language": "fr-FR, it;q=0.5",
		});
		expect(user.locale).toBe("en");
		expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
		for (const locale of ["fr", "__proto__", "", null, 1, ["de"]])
			expect((await call("PATCH", "/api/user", { locale }, cookies)).status).toBe(400);
	});

	it("ignores the language of another account's session", async () => {
		const { user } = await makeCreator();
		const other = await makeCreator();
		await call("PATCH", "/api/user", { locale: "de", id: user.id }, other.cookies);
		expect((await call("PATCH", "/api/user", { locale: "de" })).status).toBe(401);
		const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
		expect(row?.locale).toBe("en");
	});

	it("uses the owner's language after a reset, not that of a stranger's registration", async () => {
		const { email } = await registerWith({ cookie: "locale=de" });
		await from({ cookie: "locale=es" }, "/api/password/forgot", { email });
		const [, reset] = await mailsTo(email);
		const token = /#([\w-]+)/.exec(reset?.text ?? "")?.[1];
		const body = { token, password: "a new one altogether" };
		expect((await from({ cookie: "locale=es" }, "/api/password/reset", body)).status).toBe(204);
		expect((await subjectsTo(email)).at(-1)).toBe("Se ha cambiado tu contraseña");
		const [row] = await testCtx().db.select().from(users).where(eq(users.email, email));
		expect(row?.locale).toBe("es");
	});
});

it("sends the code for finding purchases in the reader's language", async () => {
	const { user } = await makeCreator();
	const buyerEmail = newAddress();
	const buyer = await makeBuyer();
	await makePurchase(await makeShare(user.id), buyer.id, {
		buyerEmail,
		locale: "de" satisfies Locale,
	});
	await from({ "accept-language": "es" }, "/api/purchases/find", { email: buyerEmail });
	expect(await subjectsTo(buyerEmail)).toEqual(["Tu código para encontrar tus compras"]);
});
