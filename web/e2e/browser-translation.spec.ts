import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { freshEmail, PASSWORD } from "./support/accounts.ts";
import { translatePage } from "./support/browser-translation.ts";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import { collectProblems } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, type SampleData, test } from "./support/sample-data.ts";
import { SCREENS, type Screen } from "./support/screens.ts";

/** Elements and bare texts, in every order that a change can produce. */
const LABELS = `[
	[<b key="b">b</b>, "one ", 1, " two", <i key="i">i</i>],
	[null, "one ", 2, " two", null],
	[<b key="b">b</b>, null, 3, " three", <i key="i">i</i>],
	["zero ", "one ", null, null, <i key="i">i</i>],
	[null, null, 4, null, null],
	[<b key="b">b</b>, "one ", 5, " two", <i key="i">i</i>],
]`;

/**
 * Changes the label from each to each other while it is translated; returns where anything else is
 * shown.
 */
const FIXTURE = `
	import "./web/lib/page/keep-translated.ts";
	import { createRoot } from "react-dom/client";
	import { flushSync } from "react-dom";
	const LABELS = ${LABELS};
	const textOf = (label) => label.map((part) => part?.key ?? part ?? "").join("");
	window.tryAll = async (translate) => {
		const element = document.createElement("p");
		document.body.append(element);
		const root = createRoot(element);
		const show = (label) => flushSync(() => root.render(label));
		const wrong = [];
		for (const from of LABELS)
			for (const to of LABELS) for (const isLate of [false, true]) {
				show(from);
				translate(element);
				if (isLate) await new Promise(requestAnimationFrame);
				show(to);
				const shown = element.textContent.toLowerCase();
				if (shown !== textOf(to)) wrong.push([textOf(from), textOf(to), shown, isLate].join(" | "));
				translate(element);
			}
		return wrong;
	};
`;

/** Changes that browsers and extensions make to text nodes. */
const TRANSLATIONS = {
	"replaces each text": (element: Element) => {
		for (const text of [...element.childNodes])
			if (text instanceof Text) {
				const font = document.createElement("font");
				font.append(text.data.toUpperCase());
				text.before(font);
				text.remove();
			}
	},
	"replaces neighbours together": (element: Element) => {
		for (const text of [...element.childNodes]) {
			if (!(text instanceof Text) || !text.parentNode) continue;
			const font = document.createElement("font");
			text.replaceWith(font);
			font.append(text.data);
			while (font.nextSibling instanceof Text) {
				font.append(font.nextSibling.data);
				font.nextSibling.remove();
			}
		}
	},
	"wraps each text": (element: Element) => {
		for (const text of [...element.childNodes])
			if (text instanceof Text) {
				const font = document.createElement("font");
				text.before(font);
				font.append(document.createElement("font"));
				font.firstChild?.appendChild(text);
			}
	},
	"moves each text into a wrapper that is inserted then": (element: Element) => {
		for (const text of [...element.childNodes])
			if (text instanceof Text) {
				const font = document.createElement("font");
				const next = text.nextSibling;
				font.append(text);
				element.insertBefore(font, next);
			}
	},
};

test("React shows the right texts however they are translated", async ({ page }) => {
	const { outputFiles } = await build({
		stdin: { contents: FIXTURE, resolveDir: ".", loader: "jsx" },
		jsx: "automatic",
		bundle: true,
		write: false,
		define: { "process.env.NODE_ENV": '"production"' },
	});
	await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
	for (const [name, translate] of Object.entries(TRANSLATIONS))
		expect(await page.evaluate(`tryAll(${translate})`), name).toEqual([]);
});

type Step = (page: Page, sampleData: SampleData) => Promise<void>;
const click = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true }).first().click();
const screen = (name: string): Screen => {
	const found = SCREENS.find((one) => one.name === name);
	if (!found) throw new Error(`There is no screen ${name}`);
	return found;
};

const FORMS: Readonly<Record<string, [fill: Step, shown: string | RegExp]>> = {
	"sign-in": [
		async (page) => {
			await page.getByLabel("Email").fill(freshEmail());
			await page.getByLabel("Password", { exact: true }).fill("not-the-password");
			await click(page, "Sign In");
		},
		"That email or password isn’t right.",
	],
	"sign-up": [
		async (page) => {
			await page.getByLabel("Email").fill(freshEmail());
			await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
			await click(page, "Create account");
		},
		"Settings",
	],
	payment: [
		async (page) => {
			await page.getByLabel("Email").fill(freshEmail("buyer"));
			await fillCard(page, CARDS.declined);
			await click(page, "Pay $24.00");
			await expect(page.getByText("Payment Failed")).toBeVisible();
			await fillCard(page, CARDS.good);
			await keepConfirmation(page);
			await click(page, "Pay $24.00");
		},
		"Payment successful",
	],
	"payment-free": [
		async (page) => {
			await page.getByLabel("Email").fill(freshEmail("buyer"));
			await click(page, "Get the files for free");
		},
		"Download everything",
	],
	"payment-choice": [
		async (page) => {
			await page.getByLabel("Your price").fill("1");
			await click(page, "Continue");
			await page.getByLabel("Your price").fill("9");
			await click(page, "Continue");
		},
		"Pay $9.00",
	],
	"direct-payment": [
		async (page) => {
			await page.getByLabel("Email").fill(freshEmail("buyer"));
			await page.getByLabel("Transaction ID").fill("#D-TRANSLATED");
			await click(page, "Confirm payment");
		},
		/^Waiting for/,
	],
	"find-purchases-code": [
		async (page) => {
			await page.getByLabel("Six-digit code").fill("123456");
			await click(page, "Show my purchases");
		},
		"This code isn’t right or has expired.",
	],
	withdraw: [
		async (page) => {
			await page.getByLabel("Your name").fill("Ines Berg");
			await page.getByLabel("Email you paid with").fill(freshEmail("buyer"));
			await page.getByLabel("Purchase reference").fill("ABCD-2345");
			await click(page, "Confirm withdrawal");
		},
		"We have received your withdrawal",
	],
	"upload-draft": [(page) => click(page, "Upload & List for Sale"), "Files Uploaded Successfully!"],
	"subscribe-card": [
		async (page) => {
			await fillCard(page, CARDS.declined);
			await click(page, "Complete Payment - $19.99/month");
		},
		"Payment Failed",
	],
	"discounts-new": [
		async (page) => {
			await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill("TRANSLATED");
			await click(page, "Create code");
		},
		"TRANSLATED",
	],
	"settings-account": [(page) => click(page, "Save"), "Saved"],
	"settings-page": [(page) => click(page, "Save"), "Saved"],
	"settings-security": [
		async (page) => {
			await page.getByLabel("Current password").fill("not-the-password");
			await page.getByLabel("New password").fill(PASSWORD);
			await click(page, "Change password");
		},
		"The password isn’t right.",
	],
};

/** One of each kind; the others in all rounds. */
const KINDS = ["sign-in", "payment", "discounts-new"];

for (const [name, [fill, shown]] of Object.entries(FORMS))
	test(`the form of ${name} works while the browser translates it`, async ({
		openAs,
		sampleData,
	}) => {
		test.skip(!DOES_ALL_ROUNDS && !KINDS.includes(name), "in all rounds");
		const { who, open } = screen(name);
		// The newcomer's dashboard has to stay empty.
		const page = await openAs(name === "upload-draft" ? "uploader" : who);
		const { expectQuiet } = collectProblems(page);
		await open(page, sampleData);
		await translatePage(page);
		await fill(page, sampleData);
		await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
		expectQuiet();
	});
