import { expect, it } from "vitest";
import { request, withVariables } from "../../test/fixtures/test-app.ts";

const IMPRINT = {
	IMPRINT_NAME: "Muster & Söhne GmbH",
	IMPRINT_ADDRESS: "Lindenstraße 5 | 10969 Berlin",
	IMPRINT_EMAIL: "post@example.test",
	IMPRINT_VAT_ID: "DE123456789",
};

const get = (path: string, language = "en") =>
	request(path, { headers: { "accept-language": language } });

it("answers 404 for the imprint without variables, and links to it nowhere", async () => {
	const page = await get("/imprint");
	expect(page.status).toBe(404);
	await page.text();
	const home = await (await get("/terms")).text();
	expect(home).not.toContain("/imprint");
	expect(home).toContain(
		'href="/withdraw" data-en="Withdraw from a contract" data-es="Desistir de un contrato" data-de="Vertrag widerrufen">Withdraw from a contract</a>',
	);
});

it("shows what the variables say, escaped, in the reader's language, and nothing of the others", async () => {
	await withVariables(IMPRINT, async () => {
		const page = await get("/imprint", "de");
		expect(page.status).toBe(200);
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
		const html = await page.text();
		for (const part of [
			'<html lang="de">',
			"Impressum",
			"Muster &amp; Söhne GmbH",
			"<div>Lindenstraße 5</div><div>10969 Berlin</div>",
			'href="mailto:post@example.test"',
			"DE123456789",
		])
			expect(html).toContain(part);
		for (const label of ["Telefon", "Register"]) expect(html).not.toContain(label);
	});
});

it("links the imprint below every page, including shares, without a script", async () => {
	await withVariables(IMPRINT, async () => {
		for (const path of ["/", "/payment/abcdefgh", "/share/unknown-share", "/nothing"])
			expect(await (await get(path, "es")).text()).toMatch(
				/href="\/imprint"[^>]*>Aviso legal<\/a>/,
			);
	});
});
