import { expect, test } from "vitest";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { composeMail } from "./mail-layout.tsx";
import { OWED } from "./mail-limits.ts";

const layout = { lang: "de", buttonHint: ({ url }: { url: string }) => `Oder öffne ${url}` };
const about = { kind: MAIL_KINDS.sale, cause: OWED, layout } as const;

const full = {
	...about,
	to: "buyer@example.test",
	subject: "Your files",
	paragraphs: ["First.", "Second."],
	rows: [["Total", "$9.99"]] as const,
	action: { label: "Open", url: "https://tillbox.test/receipt#abc" },
	secondAction: { label: "Help", url: "https://tillbox.test/support" },
	code: "123456",
	notes: ["You get this because you bought something."],
	dedupeKey: "receipt:1",
};

test("text and HTML have the same content", () => {
	const mail = composeMail(testCtx(), full);
	for (const said of ["First.", "Second.", "Total", "$9.99", "Open", "123456", full.notes[0]!]) {
		expect(mail.text).toContain(said);
		expect(mail.html).toContain(said);
	}
	expect(mail.html).toContain(`href="${full.action.url}"`);
	expect(mail.text).toContain(full.action.url);
	expect(mail.html.startsWith('<!doctype html><html lang="de">')).toBe(true);
	expect(mail.html).toContain(`Oder öffne ${full.action.url}`);
	expect(mail).toMatchObject({ to: full.to, subject: "Your files", dedupeKey: "receipt:1" });
});

test("with a picture, the button comes before everything else", () => {
	const picture = "https://tillbox.test/share/abc/card.jpg";
	const { text, html } = composeMail(testCtx(), { ...full, picture });
	expect(html).toContain(`src="${picture}"`);
	for (const content of [text, html]) {
		expect(content.indexOf(full.action.url)).toBeLessThan(content.indexOf("First."));
		expect(content.split(full.action.label)).toHaveLength(2);
	}
	expect(composeMail(testCtx(), full).html).not.toContain("<img");
});

test("text by users is escaped", () => {
	const mail = composeMail(testCtx(), {
		...about,
		to: "a@example.test",
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
	const mail = composeMail(testCtx(), {
		...about,
		to: "a@example.test",
		subject: "Sold:\r\nBcc: all@example.test\u202egnp",
		paragraphs: [],
	});
	expect(mail.subject).toBe("Sold: Bcc: all@example.test gnp");
});
