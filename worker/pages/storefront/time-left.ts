import type { ShareRow } from "../../catalogue/shares/tables.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** Less time left than this is announced. */
const SHOWN_MS = 48 * HOUR_MS;

type Ending = Pick<ShareRow, "expiresAt" | "endsAccess" | "status">;

/** In UTC, since a cached page doesn't know its reader. */
export function dateText(locale: Locale, at: number): string {
	const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
	return `${new Intl.DateTimeFormat(locale, format).format(at)} UTC`;
}

const stepOf = (leftMs: number) => (leftMs < HOUR_MS ? MINUTE_MS : HOUR_MS);

/** Returns how long (ms) the page's statement about the share's end stays true; null without an end. */
export function trueFor({ expiresAt }: Pick<Ending, "expiresAt">, now: number): number | null {
	if (expiresAt === null || expiresAt <= now) return null;
	const left = expiresAt - now;
	return left > SHOWN_MS ? left - SHOWN_MS : left % stepOf(left) || stepOf(left);
}

/** The line above a page that ends soon is in the document, since the page's script must stay small. */
export function timeLeft(ctx: Ctx, { expiresAt, endsAccess, status }: Ending): string | null {
	const left = (expiresAt ?? 0) - ctx.now();
	if (expiresAt === null || left <= 0 || status !== "published") return null;
	const { timeLeft: texts } = pageTexts(ctx.locale);
	const date = dateText(ctx.locale, expiresAt);
	const ends = endsAccess ? ` ${texts.downloadsEnd}` : "";
	if (left > SHOWN_MS) return endsAccess ? texts.until({ date }) + ends : null;
	const n = Math.ceil(left / stepOf(left));
	const rest = left < HOUR_MS ? texts.minutes({ n }) : texts.hours({ n });
	return `${rest} ${texts.until({ date })}${ends}`;
}
