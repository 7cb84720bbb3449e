import type { ShareRow } from "../../catalogue/shares/rows.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** From then on the page says how much time is left. */
const SHOWN_MS = 48 * HOUR_MS;

type Ending = Pick<ShareRow, "expiresAt" | "endsAccess" | "status">;

/** A time as text. In UTC, since a cacheable page doesn't know its reader. */
export function dateText(locale: Locale, at: number): string {
	const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
	return `${new Intl.DateTimeFormat(locale, format).format(at)} UTC`;
}

/** The unit in which the remaining time is shown. */
const stepOf = (leftMs: number) => (leftMs < HOUR_MS ? MINUTE_MS : HOUR_MS);

/**
 * How long, in ms, a page's statement about its share's end stays true: until the end itself, the next shown hour or
 * minute, or the time from which it is shown; null without an end.
 */
export function trueFor({ expiresAt }: Pick<Ending, "expiresAt">, now: number): number | null {
	if (expiresAt === null || expiresAt <= now) return null;
	const left = expiresAt - now;
	return left > SHOWN_MS ? left - SHOWN_MS : left % stepOf(left) || stepOf(left);
}

/**
 * Returns the line above the page of a share that ends soon, or whose downloads end with it; null if there is nothing
 * to say. In the document, not the page's app, whose script stays small.
 */
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
