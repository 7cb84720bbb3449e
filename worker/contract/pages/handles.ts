import * as z from "zod";
import { DEFAULT_APP_NAME } from "../constants.ts";

/** The names in the addresses of creators' pages, `/c/{handle}`: their rules, and what nobody may take. */

export const MIN_HANDLE_LENGTH = 3;
export const MAX_HANDLE_LENGTH = 30;

/** How many former handles are kept for a creator at once; each redirects to the current one. */
export const MAX_FORMER_HANDLES = 5;

/** Words that would look like a part of the site, or like those who run it. */
const RESERVED = new Set([
	"about",
	"abuse",
	"account",
	"accounts",
	"admin",
	"administrator",
	"affiliate",
	"anonymous",
	"api",
	"app",
	"apps",
	"archive",
	"assets",
	"auth",
	"avatar",
	"avatars",
	"balance",
	"bank",

	"bundle",
	"bundles",
	"billing",
	"blog",
	"buy",
	"buyer",
	"buyers",
	"card",
	"careers",
	"cashapp",
	"checkout",
	"claim",
	"claims",
	"collections",
	"config",
	"contact",
	"cookies",
	"copyright",
	"creator",

	"confirm",
	"creators",
	"customer",
	"customers",
	"dashboard",
	"decisions",
	"delete",
	"demo",
	"deleted",
	"developer",
	"device",
	"devices",
	"developers",
	"direct",
	"discover",
	"dmca",
	"docs",
	"download",
	"downloads",
	"edit",
	"email",
	"error",
	"example",
	"explore",
	"faq",
	"favicon",
	"features",
	"feed",
	"file",
	"files",
	"file-shares",
	"finance",
	"fonts",
	"forum",
	"free",
	"gift",
	"guest",
	"handle",
	"handles",

	"help",
	"withdraw",
	"home",
	"icon",
	"image",
	"images",
	"impressum",
	"index",
	"info",
	"invoice",
	"invoices",
	"jobs",
	"legal",
	"login",
	"logout",
	"mail",
	"manifest",
	"marketing",
	"mcp",
	"media",
	"mod",

	"moderator",
	"news",
	"newsletter",
	"noreply",
	"no-reply",
	"notifications",
	"null",
	"official",
	"operator",
	"order",
	"orders",
	"owner",
	"page",
	"pages",
	"password",
	"pay",
	"payment",
	"payment-setup",
	"payments",
	"payout",
	"payouts",
	"plan",
	"plans",
	"postmaster",
	"press",
	"preview",
	"previews",
	"pricing",
	"privacy",
	"pro",
	"profile",
	"public",
	"purchase",
	"purchases",
	"receipt",
	"receipts",
	"refund",
	"refunds",
	"register",
	"report",
	"reports",

	"reset-password",
	"robots",
	"root",
	"sale",
	"sales",
	"search",
	"security",
	"seller",
	"sellers",
	"service",
	"settings",
	"share",
	"shares",
	"shop",
	"sign-in",
	"sign-up",
	"signin",
	"signup",
	"site",
	"sitemap",
	"staff",
	"static",
	"status",
	"store",
	"stripe",
	"subscribe",

	"subscription",
	"subscriptions",
	"suspended",
	"support",
	"sysadmin",
	"system",
	"team",
	"terms",
	"test",
	"tos",
	"trust",
	"undefined",
	"unsubscribe",
	"update",
	"upload",
	"uploads",
	"user",
	"users",
	"verified",
	"verify",
	"verify-email",
	"webhook",
	"webhooks",
	"webmaster",
	"welcome",
	"analytics",
	"confirm-address",
	"confirm-correction",
	"discounts",
	"oauth",
	"prices",
	"www",
]);

/** A name as it would stand in a handle, without its hyphens. */
const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Returns true for a handle that nobody may have: a reserved word, or one with the product's name, alone
 * or together with a reserved word.
 */
export function isReservedHandle(handle: string, appName: string = DEFAULT_APP_NAME): boolean {
	const plain = letters(handle);
	if (RESERVED.has(handle) || RESERVED.has(plain)) return true;
	const product = letters(appName);
	if (product === "") return false;
	if (handle.split("-").includes(product) || plain === product) return true;
	const rest = plain.startsWith(product)
		? plain.slice(product.length)
		: plain.endsWith(product)
			? plain.slice(0, -product.length)
			: null;
	return rest !== null && (RESERVED.has(rest) || /^\d+$/.test(rest));
}

/** A handle as it is stored: lower case, so that case makes no difference. */
export const handleField = z
	.string({ error: "Choose a handle" })
	.trim()
	.toLowerCase()
	.min(MIN_HANDLE_LENGTH, "A handle has 3 to 30 characters")
	.max(MAX_HANDLE_LENGTH, "A handle has 3 to 30 characters")
	.regex(
		/^[a-z0-9]+(?:-[a-z0-9]+)*$/,
		"Use letters from a to z, digits, and single hyphens between them",
	)
	.refine((handle) => !isReservedHandle(handle), { error: "This handle is reserved" });
