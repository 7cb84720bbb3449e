import { expect, test } from "vitest";
import { mailKind } from "../../test/fixtures/all-mails.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { composeMail } from "./mail-layout.tsx";
import { OWED } from "./mail-limits.ts";

const layout = { lang: "de", buttonHint: ({ url }: { url: string }) => `Oder öffne ${url}` };
const to = "buyer@example.test";
const envelope = { kind: mailKind("sale"), cause: OWED, to, layout } as const;

const full = {
	subject: "Your files",
	paragraphs: ["First.", "Second."],
	rows: [
		["Total", "$9.99"],
		["Discount", null],
	],
	action: ["Open", "https://tillbox.test/receipt#abc"],
	secondAction: ["Help", "/support"],
	code: "123456",
	notes: ["You get this because you bought something."],
	dedupeKey: "receipt:1",
} as const;

test("text and HTML have the same content", () => {
	const ctx = testCtx();
	const mail = composeMail(ctx, envelope, full);
	for (const said of ["First.", "Second.", "Total", "$9.99", "Open", "123456", full.notes[0]!]) {
		expect(mail.text).toContain(said);
		expect(mail.html).toContain(said);
	}
	expect(mail.html).toContain(`href="${full.action[1]}"`);
	expect(mail.text).toContain(full.action[1]);
	expect(mail.text).toContain(`Help:\n${ctx.config.APP_ORIGIN}/support`);
	expect(mail.html).toContain(`href="${ctx.config.APP_ORIGIN}/support"`);
	expect(mail.text + mail.html).not.toContain("Discount");
	expect(mail.html.startsWith('<!doctype html><html lang="de">')).toBe(true);
	expect(mail.html).toContain(`Oder öffne ${full.action[1]}`);
	expect(mail).toMatchObject({ to, subject: "Your files", dedupeKey: "receipt:1" });
});

test("puts the button before everything else if there is a picture", () => {
	const picture = "https://tillbox.test/share/abc/card.jpg";
	const { text, html } = composeMail(testCtx(), envelope, { ...full, picture });
	expect(html).toContain(`src="${picture}"`);
	for (const content of [text, html]) {
		expect(content.indexOf(full.action[1])).toBeLessThan(content.indexOf("First."));
		expect(content.split(full.action[0])).toHaveLength(2);
	}
	expect(composeMail(testCtx(), envelope, full).html).not.toContain("<img");
});

test("text by users is escaped", () => {
	const mail = composeMail(testCtx(), envelope, {
		subject: "<b>x</b>",
		paragraphs: ["<img src=x onerror=alert(1)>"],
		rows: [["<i>", '"><script>']],
	});
	expect(mail.html).not.toContain("<img");
	expect(mail.html).not.toContain("<script");
	expect(mail.html).not.toContain("<b>");
	expect(mail.html).toContain("&lt;img");
});

test("a subject cannot add headers or change the text direction", () => {
	const mail = composeMail(testCtx(), envelope, {
		subject: "Sold:\r\nBcc: all@example.test\u202egnp",
		paragraphs: [],
	});
	expect(mail.subject).toBe("Sold: Bcc: all@example.test gnp");
});
