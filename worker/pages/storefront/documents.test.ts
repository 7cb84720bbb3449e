import { expect, it } from "vitest";
import { requestPage } from "../../test/fixtures/pages.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";

// G75
it("serves the app with a strict policy, and 404 for unknown screens", async () => {
	for (const path of ["/", "/auth", "/upload", "/settings", "/payment/abcdefgh", "/subscribe"])
		expect((await requestPage(path)).status).toBe(200);
	for (const path of ["/nothing", "/share", "/payment", "/dashboard/x/y", "/index.php"]) {
		const response = await requestPage(path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('<div id="root">');
	}
	expect((await requestPage("/robots.txt")).headers.get("content-type")).toContain("text/plain");
	expect((await requestPage("/", {}, { "sec-fetch-site": "same-origin" }, "POST")).status).toBe(
		404,
	);
});

it("serves prerendered pages in the visitor's language", async () => {
	const shown = async (path: string, headers: Record<string, string>) => {
		const response = await requestPage(path, {}, headers);
		expect(response.headers.get("vary")).toBe("Cookie, Accept-Language");
		const html = await response.text();
		return [/data-name="([^"]*)"/.exec(html)?.[1], /<html lang="([^"]*)"/.exec(html)?.[1]];
	};
	expect(await shown("/", {})).toEqual(["/prerendered/en/landing", "en"]);
	expect(await shown("/", { "accept-language": "es-MX" })).toEqual([
		"/prerendered/es/landing",
		"es",
	]);
	const german = { cookie: "locale=de", "accept-language": "es" };
	expect(await shown("/terms", german)).toEqual(["/prerendered/de/terms", "de"]);
	expect(await shown("/auth", german)).toEqual(["/prerendered/de/auth", "de"]);
	expect(await shown("/auth?tab=sign-up", german)).toEqual(["/", "de"]);
	expect(await shown("/support", german)).toEqual(["/", "de"]);
	expect(await shown("/", { cookie: "signed_in=1; locale=es" })).toEqual(["/", "es"]);
});

// G75
it("allows the provider's scripts on payment pages only", async () => {
	for (const path of ["/", "/share/unknown-share", "/dashboard", "/nothing", "/auth"]) {
		const { headers } = await requestPage(path);
		const policy = headers.get("content-security-policy") ?? "";
		expect(policy).toContain("script-src 'self';");
		expect(policy).not.toContain("stripe");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toContain("default-src 'none'");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
		expect(headers.get("strict-transport-security")).toContain("max-age=");
		expect(headers.get("permissions-policy")).toContain("payment=()");
	}
	for (const path of ["/payment/abcdefgh", "/payment/direct/abcdefgh", "/subscribe"]) {
		const policy = (await requestPage(path)).headers.get("content-security-policy") ?? "";
		expect(policy).toContain("script-src 'self' https://js.stripe.com");
		expect(policy).toContain("https://hooks.stripe.com");
		expect(policy).toContain(new URL(testCtx().config.STRIPE_API_BASE ?? "").origin);
		expect(policy).not.toMatch(/script-src[^;]*unsafe/);
	}
});

// G76
it("forbids frames, and keeps no opener except a checkout's that asks for it", async () => {
	const openerOf = async (path: string) => {
		const { headers } = await requestPage(path);
		expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
		expect(headers.get("x-frame-options")).toBe("DENY");
		return headers.get("cross-origin-opener-policy");
	};
	for (const path of ["/?opener=1", "/dashboard?opener=1", "/share/unknown?opener=1"])
		expect(await openerOf(path)).toBe("same-origin");
	expect(await openerOf("/payment/abcdefgh")).toBe("same-origin-allow-popups");
	expect(await openerOf("/payment/abcdefgh?opener=1")).toBe("unsafe-none");
});

it("serves the app for missing built files, uncached", async () => {
	const there = await requestPage("/assets/a.js");
	expect(there.status).toBe(200);
	expect(there.headers.get("cache-control")).toContain("immutable");
	expect(there.headers.get("x-content-type-options")).toBe("nosniff");
	const gone = await requestPage("/assets/gone.js");
	expect(gone.status).toBe(404);
	expect(gone.headers.get("cache-control")).toBe("no-cache");
	expect(gone.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

it("doesn't cache personal pages", async () => {
	for (const path of ["/receipt", "/dashboard", "/reset-password"])
		expect((await requestPage(path)).headers.get("cache-control")).toBe("private, no-store");
});
