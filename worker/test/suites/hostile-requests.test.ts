import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../contract/locales.ts";
import { withCaches } from "../fakes/entrypoints.ts";
import { sharedCaches } from "../fakes/shared-cache.ts";
import { soldPicture } from "../fixtures/cached-pages.ts";
import { requestPage } from "../fixtures/pages.ts";
import { makeSale } from "../fixtures/sales.ts";

const HEADERS = [
	"authorization",
	"x-forwarded-host",
	"x-forwarded-for",
	"x-forwarded-proto",
	"forwarded",
	"x-original-url",
	"x-rewrite-url",
	"x-http-method-override",
	"origin",
	"referer",
	"via",
	"accept",
	"accept-encoding",
	"accept-language",
	"user-agent",
	"range",
	"if-none-match",
	"if-modified-since",
	"cache-control",
	"pragma",
	"cf-connecting-ip",
	"true-client-ip",
	"cache-tag",
	"share-id",
	"x-robots-tag",
	"save-data",
	"dnt",
	"sec-purpose",
	"x-probe",
];

/** More in `npm run verify -- full`. */
const REQUESTS = Number(env.HOSTILE_REQUESTS);
/** of a test */
const MOST = 250;

const caches = sharedCaches({ now: () => 0 });
let sold: Awaited<ReturnType<typeof arrange>>;
let sent = 0;

async function arrange() {
	return { ...(await soldPicture()), other: await makeSale() };
}

describe("cached entrypoints under hostile requests", () => {
	beforeAll(async () => {
		sold = await arrange();
	});

	const seeds = Array.from({ length: Math.ceil(REQUESTS / MOST) }, (_, at) => 12 + at);
	it.each(seeds)("answers random requests from seed %i", async (seed) => {
		const { share, creator, buyer, delivery, hash, other } = sold;
		const canary = () => `canary${sent}x${crypto.randomUUID()}`;
		const people = {
			nobody: {},
			creator: creator.cookies,
			buyer: buyer.cookies,
			both: { ...creator.cookies, ...buyer.cookies },
			forged: { "__Host-session": "canary-session", "__Host-buyer": "canary-buyer" },
			bare: { session: "canary-session", buyer: "canary-buyer", signed_in: "1" },
		};
		const slugs = [share.slug, delivery.share.slug, other.share.slug, "nobody-knows-this"];
		const attack = fc.record({
			who: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])),
			target: fc.oneof(
				fc.constantFrom(...slugs.map((slug) => `/share/${slug}`), `/api/renditions/${hash}`),
				fc.constantFrom(...slugs).map((slug) => `/share/${slug}%00`),
				fc.constantFrom(...slugs).map((slug) => `/share/${slug}%3Flocale=de%26x=canary-path`),
				fc.constantFrom(...slugs).map((slug) => `/share/%2e%2e/share/${slug}`),
				fc.constantFrom(...slugs).map((slug) => `/share/..%2fshare%2f${slug}`),
			),
			query: fc.array(
				fc.tuple(
					fc.constantFrom(
						"locale",
						"as",
						"width",
						"utm_source",
						"payment_intent",
						"x",
						"__proto__",
					),
					fc.constantFrom("de", "en", "xx", "buyer", "256", "canary-query", "%0d%0aSet-Cookie:a"),
				),
				{ maxLength: 3 },
			),
			headers: fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 6 }),
			locale: fc.constantFrom("de", "es", "en", "canary-locale", "../de", "de%00"),
			method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "OPTIONS"),
		});
		await withCaches(caches.place, async () => {
			for (const { who, target, query, headers, locale, method } of fc.sample(attack, {
				numRuns: MOST,
				seed,
			})) {
				sent++;
				const search = query.map(([name, value]) => `${name}=${value}`).join("&");
				const cookies = { ...people[who], locale, probe: canary() };
				const values = Object.fromEntries(
					headers.map((name) => [name, name === "range" ? "bytes=0-1" : canary()]),
				);
				const path = `${target}${search && `?${search}`}`;
				const response = await requestPage(path, cookies, values, method);
				// Others may never keep private responses.
				if (path.startsWith("/share/") && response.headers.has("cache-control"))
					expect(response.headers.get("cache-control")).toContain("no-store");
				await response.body?.cancel();
			}
		});
	});

	// G17
	it("caches nothing of their senders", () => {
		const { share, creator, buyer, hash, other } = sold;
		expect(sent).toBe(seeds.length * MOST);
		const { pages, renditions: pictures } = caches;
		// Entrypoints got a path and a language, and nothing else.
		for (const request of [...pages.asked, ...pictures.asked]) {
			expect([...request.headers], request.url).toEqual([]);
			expect(request.method).toBe("GET");
		}
		const secrets = [
			...Object.values(creator.cookies),
			...Object.values(buyer.cookies),
			"canary",
			creator.user.id,
			creator.user.email,
			buyer.id,
			"Download everything",
			"your share",
			'"isOwner":true',
			'"isPaid":true',
			"set-cookie",
		];
		const kept = [...pages.kept, ...pictures.kept];
		const leaks = kept.flatMap(({ key, headers, body }) => {
			const shown = headers.filter(([name]) => name !== "cache-tag");
			const text = `${key}\n${JSON.stringify(shown)}\n${new TextDecoder().decode(body)}`;
			return secrets.filter((secret) => text.includes(secret));
		});
		expect(leaks).toEqual([]);
		// A page per language of the two shares on sale, and the preview in its widths.
		const keys = kept.map(({ key }) => key).toSorted();
		const expected = [share.slug, other.share.slug].flatMap((slug) =>
			Object.keys(LOCALES).map((code) => `/share/${slug}?locale=${code}`),
		);
		expect(keys.filter((key) => key.startsWith("/share/"))).toEqual(expected.toSorted());
		const picture = `/renditions/${hash}`;
		expect(keys.filter((key) => !key.startsWith("/share/"))).toEqual([
			picture,
			`${picture}?width=256`,
		]);
	});
});
