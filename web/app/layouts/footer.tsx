import { useId } from "react";
import { LOCALES, type Locale } from "../../../worker/contract/locales.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { chooseLocale, useLocale } from "../../lib/i18n/i18n.ts";
import { chooseTheme, type ThemeChoice, useTheme } from "../../lib/page/theme.ts";
import { useShellTexts } from "../texts.ts";

/** Uses plain links, since every document includes it, with or without a router. */
export function Footer() {
	const t = useShellTexts();
	const help = [
		[paths.purchases, t("shell.purchases")],
		[paths.support, t("shell.support")],
		[paths.report, t("shell.report")],
	] as const;
	const legal = [
		[paths.terms, t("shell.terms")],
		[paths.privacy, t("shell.privacy")],
	] as const;
	return (
		<footer className="mt-20 border-line border-t print:hidden">
			<div className="gutters flex max-w-content flex-col gap-6 py-8 text-13 text-muted">
				<div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
					<nav aria-label={t("shell.footerNav")} className="flex flex-wrap gap-x-12 gap-y-1">
						{[help, legal].map((links) => (
							<ul key={links[0][0]} className="flex flex-wrap gap-x-6">
								{links.map(([href, label]) => (
									<li key={href}>
										<a href={href} className="inline-block py-1.5 hover:text-ink hover:underline">
											{label}
										</a>
									</li>
								))}
							</ul>
						))}
					</nav>
					<div className="flex flex-wrap gap-3">
						<ThemeSwitch />
						<LanguageSwitch />
					</div>
				</div>
				<p className="max-w-line">{t("shell.notice")}</p>
			</div>
		</footer>
	);
}

const SELECT = "select select-sm w-auto border-line bg-transparent text-13";

function ThemeSwitch() {
	const t = useShellTexts();
	const choice = useTheme();
	const id = useId();
	const labels: Record<ThemeChoice, string> = {
		system: t("shell.themeSystem"),
		light: t("shell.themeLight"),
		dark: t("shell.themeDark"),
	};
	return (
		<div className="flex items-center gap-2">
			<label htmlFor={id}>{t("shell.theme")}</label>
			<select
				id={id}
				className={SELECT}
				value={choice}
				onChange={(event) => chooseTheme(event.target.value as ThemeChoice)}
			>
				{Object.entries(labels).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}

function LanguageSwitch() {
	const t = useShellTexts();
	const locale = useLocale();
	const id = useId();
	const choose = (locale: Locale) => {
		void chooseLocale(locale);
		// Loaded on demand: the share page needs no other call of that module.
		import("../../lib/server/queries/session.ts")
			.then(({ saveLocale }) => saveLocale(locale))
			.catch((error: unknown) => console.error("The language of mails could not be saved.", error));
	};
	return (
		<div className="flex items-center gap-2">
			<label htmlFor={id}>{t("shell.language")}</label>
			<select
				id={id}
				className={SELECT}
				value={locale}
				onChange={(event) => choose(event.target.value as Locale)}
			>
				{Object.entries(LOCALES).map(([value, label]) => (
					<option key={value} value={value} lang={value}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}
