import { currencyOptions } from "../../../worker/contract/currency-format.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { formatSize as formatSizeIn } from "../../../worker/files/contract/files.ts";
import { currentLocale } from "./i18n.ts";

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
	const key = `n${currentLocale()}${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(currentLocale(), options);
	formats.set(key, format);
	return format as Intl.NumberFormat; // keys of number formats begin with n
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `d${currentLocale()}${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options);
	formats.set(key, format);
	return format as Intl.DateTimeFormat; // keys of date formats begin with d
}

/** "1.5 MB" from bytes */
export function formatSize(bytes: number): string {
	return formatSizeIn(bytes, currentLocale());
}

/** "$9.99" from a decimal string (the wire's form). */
export function formatMoney(price: string, currency: Currency): string {
	return numberFormat(currencyOptions(currency)).format(Number(price));
}

/** "$24" and "$9.99": without empty cents. */
export function formatShortMoney(price: string | number, currency: Currency): string {
	const options = { ...currencyOptions(currency), trailingZeroDisplay: "stripIfInteger" } as const;
	return numberFormat(options).format(Number(price));
}

/** The same from cents. */
export const formatShortCents = (cents: number, currency: Currency): string =>
	formatShortMoney(cents / 100, currency);

/** "3:07" and "1:02:45" from ms */
export function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const [first, ...rest] = parts[0] ? parts : parts.slice(1);
	return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** "$9.99" from cents. */
export function formatCents(cents: number, currency: Currency): string {
	return numberFormat(currencyOptions(currency)).format(cents / 100);
}

/** "1,234" */
export function formatNumber(value: number): string {
	return numberFormat({}).format(value);
}

/** "5%" from basis points */
export function formatBps(bps: number): string {
	return numberFormat({ style: "percent", maximumFractionDigits: 2 }).format(bps / 10_000);
}

/** "Nov 20, 2026" from an ISO time, in the reader's time zone by default */
export function formatDate(iso: string, timeZone?: string): string {
	return dateFormat({ dateStyle: "medium", timeZone }).format(new Date(iso));
}

/** "Nov 20, 2026, 3:32 PM" from an ISO time */
export function formatDateTime(iso: string): string {
	return dateFormat({ dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** "Nov 20" from YYYY-MM-DD, a UTC day */
export function formatDay(day: string): string {
	return dateFormat({ day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));
}

/** "today", "3 days ago", and the date beyond a month; from an ISO time */
export function formatAgo(iso: string): string {
	const days = Math.floor((Date.now() - Date.parse(iso)) / DAY_MS);
	if (days > 30) return formatDate(iso);
	return new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" }).format(-days, "day");
}

/** "in 20 minutes", "in 5 hours", "in 3 days" from a future ISO time, rounded up */
export function formatIn(iso: string): string {
	const minutes = Math.ceil((Date.parse(iso) - Date.now()) / 60_000);
	const format = new Intl.RelativeTimeFormat(currentLocale());
	if (minutes < 60) return format.format(minutes, "minute");
	if (minutes < 48 * 60) return format.format(Math.ceil(minutes / 60), "hour");
	return format.format(Math.ceil(minutes / (24 * 60)), "day");
}

export function formatList(names: readonly string[]): string {
	return new Intl.ListFormat(currentLocale()).format(names);
}
