import { useId } from "react";
import { LOCALES, type Locale } from "../../../worker/contract/locales.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { chooseLocale, useLocale } from "../../lib/i18n/i18n.ts";
import { chooseTheme, type ThemeChoice, useTheme } from "../../lib/page/theme.ts";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";

/** Uses plain links, since every document includes it, with or without a router. */
export function Footer({ hasNotice }: { hasNotice: boolean }) {
	const t = useCommonTexts();
	const help = [
		[paths.purchases, t("common.purchases")],
		[paths.support, t("common.support")],
		[paths.report, t("common.report")],
	] as const;
	const legal = [
		[paths.terms, t("common.terms")],
		[paths.privacy, t("common.privacy")],
	] as const;
	return (
		<footer className="mt-20 border-line border-t print:hidden">
			<div className="gutters flex max-w-content flex-col gap-6 py-8 text-13 text-muted">
				<div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
					<nav aria-label={t("common.footerNav")} className="flex flex-wrap gap-x-12 gap-y-1">
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
				{hasNotice ? (
					<p className="max-w-line">{t("common.notice")}</p>
				) : (
					<a href={paths.terms} className="self-start hover:text-ink hover:underline">
						{t("common.noticeLink")}
					</a>
				)}
			</div>
		</footer>
	);
}

function ThemeSwitch() {
	const t = useCommonTexts();
	const labels: Record<ThemeChoice, string> = {
		system: t("common.themeSystem"),
		light: t("common.themeLight"),
		dark: t("common.themeDark"),
	};
	return (
		<Switch label={t("common.theme")} labels={labels} value={useTheme()} onChoose={chooseTheme} />
	);
}

function LanguageSwitch() {
	const t = useCommonTexts();
	const choose = (locale: Locale) => {
		void chooseLocale(locale);
		// Loaded on demand: the share page needs no other call of that module.
		import("../../lib/server/queries/session.ts")
			.then(({ saveLocale }) => saveLocale(locale))
			.catch((error: unknown) => console.error("The language of mails could not be saved.", error));
	};
	return (
		<Switch
			label={t("common.language")}
			labels={LOCALES}
			value={useLocale()}
			onChoose={choose}
			isLanguage
		/>
	);
}

function Switch<Value extends string>({
	label,
	labels,
	value,
	onChoose,
	isLanguage,
}: {
	label: string;
	labels: Readonly<Record<Value, string>>;
	value: string;
	onChoose: (value: Value) => void;
	isLanguage?: boolean;
}) {
	const id = useId();
	return (
		<div className="flex items-center gap-2">
			<label htmlFor={id}>{label}</label>
			<select
				id={id}
				className="select select-sm w-auto border-line bg-transparent text-13"
				value={value}
				// The options below are the labels' keys.
				onChange={(event) => onChoose(event.target.value as Value)}
			>
				{Object.entries<string>(labels).map(([key, name]) => (
					<option key={key} value={key} lang={isLanguage ? key : undefined}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}
