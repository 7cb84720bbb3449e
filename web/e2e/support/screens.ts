import { expect, type Page } from "@playwright/test";
import { OWN_PAGE, registerCreator } from "./accounts.ts";
import { openScreen } from "./page-checks.ts";
import type { SampleData, Who } from "./sample-data.ts";
import { note, pdf, photo, song } from "./sample-files.ts";
import { editFromDashboard } from "./share-form.ts";

/** One screen in one state: who opens it, and how; `open` resolves once the screen is shown. */
export type Screen = {
	name: string;
	who: Who;
	open: Open;
	/** the screen that it is reached from, and the steps that `open` takes after opening that one */
	from?: { first: Screen; steps: Open };
};
type Open = (page: Page, sampleData: SampleData) => Promise<void>;

const heading = (page: Page, name: string | RegExp) =>
	expect(
		page.getByRole("heading", { name, exact: typeof name === "string" }).first(),
	).toBeVisible();

/** Ready once its heading is visible. */
const at = (
	name: string,
	who: Who,
	path: string | ((sampleData: SampleData) => string),
	title: string | RegExp,
): Screen => ({
	name,
	who,
	async open(page, sampleData) {
		await openScreen(page, typeof path === "string" ? path : path(sampleData));
		await heading(page, title);
	},
});

/** Reached from another screen by more steps. */
const after = (first: Screen, name: string, steps: Open): Screen => ({
	name,
	who: first.who,
	async open(page, sampleData) {
		await first.open(page, sampleData);
		await steps(page, sampleData);
	},
	from: { first, steps },
});

/** Ends the other screen's state, so it opens on a page of its own. */
const leaving = (first: Screen, name: string, steps: Open): Screen => {
	const { who, open } = after(first, name, steps);
	return { name, who, open };
};

const button = (page: Page, name: string | RegExp) =>
	page.getByRole("button", { name, exact: typeof name === "string" }).first();

const signUp: Screen = {
	name: "sign-up",
	who: "visitor",
	async open(page) {
		await openScreen(page, "/auth?tab=sign-up");
		await expect(button(page, "Create account")).toBeVisible();
	},
};
const forgot = at("forgot-password", "visitor", "/reset-password", "Reset your password");
const findPurchases = at("find-purchases", "visitor", "/purchases", "Find my purchases");
const share = at(
	"share",
	"visitor",
	({ shares }) => `/share/${shares.main}`,
	"Winter light, Lofoten",
);
const paidShare = at(
	"share-paid",
	"buyer",
	({ shares }) => `/share/${shares.main}`,
	"Winter light, Lofoten",
);
const report: Screen = {
	name: "report",
	who: "visitor",
	async open(page, { shares }) {
		await openScreen(page, `/report?share=${shares.main}`);
		await expect(page.getByText("Winter light, Lofoten")).toBeVisible();
	},
};
const discounts = after(at("", "creator", "/discounts", "Discount codes"), "discounts", (page) =>
	expect(page.getByText("SPRING26", { exact: true })).toBeVisible(),
);
const customers = at("customers", "creator", "/customers", "Customers");
const customer = after(customers, "customer", async (page) => {
	await page.getByRole("link", { name: "ines@example.test" }).click();
	await heading(page, "ines@example.test");
});
const newBundle = after(
	at("", "bundler", "/bundles/new", "New bundle"),
	"bundle-new",
	async (page) => {
		for (const title of ["Fjords", "Sounds of the shore"])
			await page.getByRole("checkbox", { name: title }).check();
		await page.getByLabel("Title *").fill("Fjords and their sounds");
		await page.getByLabel("Price ($) *").fill("18.00");
		await page.getByRole("radio", { name: "Pay only for the rest" }).check();
		await expect(page.getByText(/^With “Fjords” already bought/)).toBeVisible();
	},
);
const decisions = at("decisions", "sanctioned", "/decisions", "We removed “Old maps”");
const direct: Screen = {
	name: "direct-payment",
	who: "visitor",
	async open(page, { shares }) {
		await openScreen(page, `/payment/direct/${shares.main}`);
		await expect(button(page, "Confirm payment")).toBeVisible();
	},
};
/** With a redirect URI that is registered or not. */
const authorize = (name: string, redirectUri: string, title: string): Screen => ({
	name,
	who: "creator",
	async open(page) {
		const redirectUris = ["https://shelf.example/callback"];
		const fields = { name: "Shelf", address: "https://shelf.example", isConfidential: false };
		const made = await page.request.post("/api/applications", {
			headers: OWN_PAGE,
			data: { ...fields, redirectUris },
		});
		const { id } = await made.json();
		const query = new URLSearchParams({
			response_type: "code",
			client_id: id,
			redirect_uri: redirectUri,
			scope: "shares:read shares:write sales:read sales:refund",
			code_challenge: "a".repeat(43),
			code_challenge_method: "S256",
		});
		await openScreen(page, `/oauth/authorize?${query}`);
		await heading(page, title);
		await page.request.delete(`/api/applications/${id}`, { headers: OWN_PAGE });
	},
});
const payment: Screen = {
	name: "payment",
	who: "visitor",
	async open(page, { shares }) {
		await openScreen(page, `/payment/${shares.main}`);
		await expect(page.getByLabel("Card number")).toBeVisible();
	},
};
const dashboard: Screen = {
	name: "dashboard",
	who: "creator",
	async open(page) {
		await openScreen(page, "/dashboard");
		await expect(page.getByText("Winter light, Lofoten").first()).toBeVisible();
		await expect(page.locator(".uplot canvas")).toBeVisible();
	},
};
const bundles: Screen = {
	name: "dashboard-bundle",
	who: "bundler",
	async open(page) {
		await openScreen(page, "/dashboard");
		await expect(page.getByRole("article", { name: "The coast road", exact: true })).toBeVisible();
	},
};
const settings = at("settings", "creator", "/settings", "Subscription");
const settingsAccount = at("settings-account", "creator", "/settings/account", "Your data");
const settingsSecurity = at(
	"settings-security",
	"creator",
	"/settings/security",
	"Where you’re signed in",
);
const menuOf = (page: Page, title: string) => button(page, `Actions for ${title}`);
const upload = at("upload", "newcomer", "/upload", "Upload Files");
const uploadDraft = after(upload, "upload-draft", async (page) => {
	await page
		.locator('input[type="file"]')
		.first()
		.setInputFiles([
			photo("harbour-1.png", 480, 320, 1),
			photo("harbour-2.png", 480, 480, 2),
			photo("harbour-3.png", 480, 320, 3),
			photo("harbour-4.png", 480, 480, 4),
			photo("harbour-5.png", 480, 320, 5),
			song("waves.mp3", 3),
			pdf("licence.pdf"),
			note("read me.txt"),
		]);
	await page.getByLabel("Title *").fill("Harbour at dawn");
	await page.getByLabel("Price ($) *").fill("18.00");
	await expect(button(page, "Upload & List for Sale")).toBeEnabled();
	// The sample, and four blurred pictures.
	const live = page.getByRole("figure", { name: "Your page" });
	if (await live.isVisible()) await expect(live.locator(".frosted img")).toHaveCount(4);
});

/** In every visually different state. */
export const SCREENS: readonly Screen[] = [
	at("landing", "visitor", "/", "Upload files. Set a price. Share one link."),
	at("sign-in", "visitor", "/auth", "Share Files, Earn Money"),
	signUp,
	after(signUp, "sign-up-errors", async (page) => {
		await page.getByLabel("Email").fill("nobody");
		await button(page, "Create account").click();
		await expect(page.getByText("Please enter a valid email")).toBeVisible();
	}),
	forgot,
	after(forgot, "forgot-password-sent", async (page) => {
		await page.getByLabel("Email").fill("somebody@example.test");
		await button(page, "Send link").click();
		await heading(page, "Check your inbox");
	}),
	at("reset-password", "visitor", `/reset-password#${"t".repeat(43)}`, "Choose a new password"),
	at("verify-email", "visitor", `/verify-email#${"t".repeat(43)}`, "Confirm your email"),
	at("terms", "visitor", "/terms", "Terms and Conditions"),
	at("privacy", "visitor", "/privacy", "Privacy Policy"),
	at("support", "visitor", "/support", "Support"),
	report,
	at("report-link", "visitor", "/report", "Report a share"),
	after(report, "report-copyright", async (page) => {
		await page.getByRole("radio", { name: "Copyright or trademark" }).check();
		await button(page, "Send report").click();
		await expect(page.getByText("Please enter your full name")).toBeVisible();
	}),
	after(report, "report-sent", async (page) => {
		await page.getByRole("radio", { name: "Harmful software" }).check();
		await page.getByLabel("Your email (optional)").fill("somebody@example.test");
		await button(page, "Send report").click();
		await heading(page, "Thank you. Your report has arrived.");
	}),
	findPurchases,
	after(findPurchases, "find-purchases-code", async (page) => {
		await page.getByRole("textbox", { name: "Email" }).fill("somebody@example.test");
		await button(page, "Send me a code").click();
		await expect(page.getByLabel("Six-digit code")).toBeVisible();
	}),
	at("my-purchases", "buyer", "/purchases", "Your purchases"),
	at("receipt-open", "visitor", `/receipt#${"t".repeat(43)}`, "Your files are ready"),
	at("receipt-unknown", "visitor", "/receipt", "We can’t open this receipt"),
	{
		name: "receipt",
		who: "buyer",
		async open(page) {
			await openScreen(page, "/purchases");
			await page.getByRole("link", { name: "Receipt for Winter light, Lofoten" }).click();
			await expect(button(page, "Print or save as PDF")).toBeVisible();
		},
	},
	at("withdraw", "visitor", "/withdraw", "Withdraw from a contract"),
	{
		name: "withdraw-own",
		who: "buyer",
		async open(page) {
			await openScreen(page, "/purchases");
			const link = "Withdraw from the contract for Winter light, Lofoten";
			await page.getByRole("link", { name: link }).click();
			await expect(button(page, "Confirm withdrawal")).toBeVisible();
		},
	},
	at("claim-link-dead", "visitor", "/claim", "This link doesn’t work"),
	at("not-found", "visitor", "/no/such/page", "Page Not Found"),

	at(
		"share-code",
		"visitor",
		({ shares }) => `/share/${shares.main}?code=SPRING26`,
		"Winter light, Lofoten",
	),
	share,
	after(share, "share-preview", async (page) => {
		await page
			.getByRole("button", { name: /^Preview evening-01/ })
			.first()
			.click();
		await expect(page.getByRole("dialog")).toBeVisible();
	}),
	paidShare,
	after(paidShare, "share-paid-selection", async (page) => {
		await button(page, "Select files").click();
		await page.getByRole("checkbox", { name: "Select licence.pdf" }).check();
		await expect(page.getByText(/Download 1 selected file/)).toBeVisible();
	}),
	at("share-owner", "creator", ({ shares }) => `/share/${shares.main}`, "Winter light, Lofoten"),
	at("share-one-file", "visitor", ({ shares }) => `/share/${shares.single}`, "Preset pack"),
	at("share-sold-out", "visitor", ({ shares }) => `/share/${shares.soldOut}`, "The one print"),
	at(
		"share-stopped",
		"visitor",
		({ shares }) => `/share/${shares.stopped}`,
		"Summer workshop notes",
	),
	at("share-not-found", "visitor", "/share/unknown-share-id", "Share Not Found"),
	at("creator-page", "visitor", ({ pages }) => `/c/${pages.creator}`, "Mara Lindqvist Studio"),
	at("creator-page-empty", "visitor", ({ pages }) => `/c/${pages.newcomer}`, "Noor Ali"),
	at("creator-page-not-found", "visitor", "/c/nobody-has-this-handle", "Page Not Found"),
	payment,
	{
		name: "payment-code",
		who: "visitor",
		async open(page, { shares }) {
			await openScreen(page, `/payment/${shares.main}?code=SPRING26`);
			await expect(button(page, "Pay $19.20")).toBeVisible();
		},
	},
	after(payment, "payment-wrong-code", async (page) => {
		await button(page, "Have a discount code?").click();
		await page.getByLabel("Discount code").fill("NOTACODE");
		await button(page, "Apply").click();
		await expect(page.getByText(/^This code doesn’t work for these files/)).toBeVisible();
	}),
	{
		name: "payment-free",
		who: "visitor",
		async open(page, { shares }) {
			await openScreen(page, `/payment/${shares.main}?code=FRIENDS`);
			await expect(button(page, "Get the files for free")).toBeVisible();
		},
	},
	{
		name: "payment-choice",
		who: "visitor",
		async open(page, { shares }) {
			await openScreen(page, `/payment/${shares.chosen}`);
			await expect(page.getByLabel("Your price")).toBeVisible();
		},
	},
	at("payment-not-found", "visitor", "/payment/unknown-share-id", "Share Not Found"),
	at(
		"payment-closed",
		"visitor",
		({ shares }) => `/payment/${shares.single}`,
		"Complete your purchase",
	),
	direct,
	at(
		"direct-waiting",
		"claimant",
		({ shares }) => `/payment/direct/${shares.main}`,
		/^Waiting for/,
	),
	at(
		"direct-declined",
		"declined",
		({ shares }) => `/payment/direct/${shares.single}`,
		/couldn’t find your payment/,
	),
	at(
		"direct-already",
		"buyer",
		({ shares }) => `/payment/direct/${shares.main}`,
		"Already Purchased",
	),
	at("direct-not-found", "visitor", "/payment/direct/unknown-share-id", "File Share Not Found"),

	dashboard,
	after(dashboard, "dashboard-menu", async (page) => {
		await menuOf(page, "Preset pack").click();
		await expect(page.getByRole("menuitem", { name: "QR code" })).toBeVisible();
	}),
	leaving(dashboard, "dashboard-edit", (page) => editFromDashboard(page, "Preset pack")),
	after(dashboard, "dashboard-qr", async (page) => {
		await menuOf(page, "Preset pack").click();
		await page.getByRole("menuitem", { name: "QR code" }).click();
		await heading(page, "QR code");
	}),
	after(dashboard, "dashboard-delete", async (page) => {
		await menuOf(page, "The one print").click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await heading(page, /^Delete/);
	}),
	after(dashboard, "dashboard-decline", async (page) => {
		await button(page, "Decline").click();
		await heading(page, "Decline this payment?");
	}),
	at("dashboard-empty", "newcomer", "/dashboard", "Create your first share"),
	at("dashboard-limit", "spent", "/dashboard", "Dashboard"),
	{
		name: "dashboard-suspended",
		who: "sanctioned",
		async open(page) {
			await openScreen(page, "/dashboard");
			await expect(page.getByRole("article").getByText("Removed")).toBeVisible();
		},
	},
	decisions,
	after(decisions, "decisions-appeal", async (page) => {
		await button(page, "Appeal").click();
		await button(page, "Appeal").click();
		await page.getByRole("checkbox", { name: /^Add a counter-notice/ }).check();
		await expect(page.getByLabel("Signature")).toBeVisible();
	}),
	at("decisions-none", "newcomer", "/decisions", "No decisions"),
	at("analytics", "creator", "/analytics", "Analytics"),
	at(
		"analytics-share",
		"creator",
		({ shares }) => `/analytics?share=${shares.stopped}&days=7`,
		"No views in this period",
	),
	at("sales", "creator", ({ shares }) => `/dashboard/sales/${shares.main}`, /Winter light|Sales/),
	at(
		"sales-empty",
		"creator",
		({ shares }) => `/dashboard/sales/${shares.stopped}`,
		"No sales yet",
	),
	customers,
	after(customers, "customers-blocked", async (page) => {
		await button(page, "Blocked").click();
		await heading(page, "Blocked addresses");
		await expect(page.getByText("No address is blocked.")).toBeVisible();
	}),
	customer,
	after(customer, "customer-end-access", async (page) => {
		await page.getByRole("button", { name: /^More about the purchase/ }).click();
		await page.getByRole("menuitem", { name: "End access" }).click();
		await page.getByRole("radio", { name: /^No refund/ }).check();
	}),
	after(customer, "customer-address", async (page) => {
		await button(page, "Change address").click();
		await heading(page, "Change the email address");
	}),
	discounts,
	after(discounts, "discounts-new", async (page) => {
		await button(page, "New code").click();
		await page.getByLabel("Percent off").fill("99.5");
		await page.getByText("On all shares · no end · unlimited").click();
		await page.getByText("Chosen shares").click();
		await page.getByRole("checkbox", { name: "Winter light, Lofoten" }).check();
		await expect(page.getByText(/share costs \$0\.12/)).toBeVisible();
	}),
	after(discounts, "discounts-delete", async (page) => {
		await button(page, "Actions for SPRING26").click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await heading(page, "Delete SPRING26?");
	}),
	newBundle,
	after(at("", "bundler", "/bundles/new", "New bundle"), "bundle-new-errors", async (page) => {
		await button(page, "Publish bundle").click();
		await expect(page.getByText("Choose at least two shares")).toBeVisible();
	}),
	at("bundle-none", "newcomer", "/bundles/new", "A bundle needs two shares"),
	bundles,
	leaving(bundles, "bundle-edit", (page) => editFromDashboard(page, "The coast road")),
	after(bundles, "bundle-part-delete", async (page) => {
		await menuOf(page, "Fjords").click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await heading(page, "“Fjords” is in a bundle");
	}),
	at("bundle", "visitor", ({ shares }) => `/share/${shares.bundle}`, "The coast road"),
	at("bundle-owner", "bundler", ({ shares }) => `/share/${shares.bundle}`, "The coast road"),
	{
		name: "payment-bundle",
		who: "visitor",
		async open(page, { shares }) {
			await openScreen(page, `/payment/${shares.bundle}`);
			await expect(page.getByLabel("Card number")).toBeVisible();
		},
	},
	at("discounts-none", "newcomer", "/discounts", "No discount codes yet"),
	at("customers-none", "newcomer", "/customers", "No customers yet"),
	at(
		"confirm-correction",
		"visitor",
		`/confirm-correction#${"t".repeat(43)}`,
		"Confirm this address",
	),
	at("confirm-correction-dead", "visitor", "/confirm-correction", "This link no longer works"),
	authorize("authorize", "https://shelf.example/callback", "Let “Shelf” use your account?"),
	authorize("authorize-refused", "https://evil.example/", "We can’t connect this app"),
	upload,
	uploadDraft,
	{
		...after(uploadDraft, "upload-sending", async (page) => {
			await page.route("**/api/uploads/*/files/*/parts/*", () => undefined);
			await button(page, "Upload & List for Sale").click();
			await expect(page.getByText(/^Uploading 8 file/)).toBeVisible();
		}),
		who: "uploader",
	},
	{
		name: "upload-suspended",
		who: "sanctioned",
		async open(page) {
			await openScreen(page, "/upload");
			await expect(page.getByText(/^You can’t upload/)).toBeVisible();
		},
	},
	{
		name: "upload-limit",
		who: "spent",
		async open(page) {
			await openScreen(page, "/upload");
			await expect(page.getByText("Monthly Upload Limit Reached")).toBeVisible();
			const text =
				"You've used all 3 uploads for this month. Upgrade to Pro for unlimited uploads.";
			await expect(page.getByText(text)).toBeVisible();
		},
	},
	at("confirm-without", "creator", "/confirm", "Set up two-step sign-in or a passkey first"),
	settings,
	at("settings-free", "newcomer", "/settings", "Subscription"),
	settingsAccount,
	settingsSecurity,
	at("settings-page", "creator", "/settings/page", "Your page"),
	at("settings-programs", "creator", "/settings/programs", "Webhooks"),
	after(
		at("", "creator", "/settings/programs", "Webhooks"),
		"settings-application",
		async (page) => {
			await page.getByText("Apps you’ve built").click();
			await button(page, "Register an app").click();
			await expect(page.getByLabel("Redirect URIs")).toBeVisible();
		},
	),
	after(settingsAccount, "settings-delete-account", async (page) => {
		await button(page, "Delete account").click();
		await heading(page, "Delete your account?");
	}),
	after(settingsSecurity, "settings-two-step", async (page) => {
		await button(page, "Turn on").click();
		await heading(page, "Turn on two-step sign-in");
	}),
	at("payment-setup", "newcomer", "/payment-setup", "Setup Your Payment Method"),
	at("payment-setup-done", "creator", "/payment-setup", "You’re ready to get paid"),
	at("subscribe-visitor", "visitor", "/subscribe", "Choose Your Plan"),
	at("subscribe", "newcomer", "/subscribe", "Choose Your Plan"),
	{
		// A creator of its own: once begun, the form is shown immediately from then on.
		name: "subscribe-card",
		who: "visitor",
		async open(page) {
			await registerCreator(page.request);
			await openScreen(page, "/subscribe");
			await button(page, "Subscribe Now").click();
			await expect(page.getByLabel("Card number")).toBeVisible();
		},
	},
	at("subscribed", "creator", "/subscribe", "You're Subscribed!"),
];
