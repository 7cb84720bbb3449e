import ChevronDown from "icons:chevron-down";
import { formatSize } from "../../lib/i18n/format.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

const QUESTIONS = [
	["landing.q1", "landing.a1"],
	["landing.q2", "landing.a2"],
	["landing.q3", "landing.a3"],
	["landing.q4", "landing.a4"],
	["landing.q5", "landing.a5"],
	["landing.q6", "landing.a6"],
] as const;

export function Faq() {
	const t = useTexts();
	const { unverified } = useStorageLimits();
	return (
		<section className="gutters max-w-reading py-16">
			<h2 className="text-28">{t("landing.questions")}</h2>
			<div className="mt-6 divide-y divide-line border-line border-y">
				{QUESTIONS.map(([question, answer]) => (
					<details key={question} className="group py-1">
						<summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold text-17 [&::-webkit-details-marker]:hidden">
							{t(question)}
							<Icon
								of={ChevronDown}
								className="text-muted transition-transform duration-150 group-open:rotate-180"
							/>
						</summary>
						<p className="max-w-line pb-4 text-muted">
							{t(answer, { ...limitValues(), unverified: formatSize(unverified) })}
						</p>
					</details>
				))}
			</div>
		</section>
	);
}
