import { useTexts } from "./texts.ts";

const STEPS = [
	["landing.step1", "landing.step1Text"],
	["landing.step2", "landing.step2Text"],
	["landing.step3", "landing.step3Text"],
] as const;

export function Steps() {
	const t = useTexts();
	return (
		<section id="how" className="scroll-mt-8 border-line border-y bg-surface">
			<div className="gutters max-w-content py-14">
				<h2 className="text-28">{t("landing.how")}</h2>
				<ol className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
					{STEPS.map(([name, text], index) => (
						<li key={name}>
							<span
								aria-hidden="true"
								className="tabular font-[650] font-display text-28 text-primary"
							>
								{index + 1}
							</span>
							<h3 className="mt-1 font-semibold text-17">{t(name)}</h3>
							<p className="mt-1 text-muted">{t(text)}</p>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}
