import type { ReactNode } from "react";
import { usePage } from "../../lib/page/page.ts";

type LegalSection = { title: string /** paragraphs, parted by empty lines */; body: string };
type Props = {
	title: string;
	updated: string;
	tocLabel: string;
	intro: string;
	sections: readonly LegalSection[];
	notice?: ReactNode;
};

export function LegalDocument({ title, updated, tocLabel, intro, sections, notice }: Props) {
	usePage(title);
	return (
		<div className="gutters grid max-w-content gap-x-16 gap-y-8 py-10 lg:grid-cols-[15rem_1fr] lg:py-16 print:block print:py-0">
			<header className="lg:col-start-2">
				<h1 className="text-28 sm:text-40">{title}</h1>
				<p className="mt-2 text-muted">{updated}</p>
				<p className="mt-6 max-w-line sm:text-17">{intro}</p>
			</header>
			<nav
				aria-label={tocLabel}
				className="lg:sticky lg:top-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start print:hidden"
			>
				<p className="mb-2 text-13 text-muted">{tocLabel}</p>
				<ol className="flex flex-col">
					{sections.map((section, index) => (
						<li key={section.title}>
							<a
								href={`#section-${index + 1}`}
								className="flex gap-2 py-1.5 text-muted hover:text-ink hover:underline"
							>
								<span className="tabular w-6 shrink-0">{index + 1}.</span>
								{section.title}
							</a>
						</li>
					))}
				</ol>
			</nav>
			<div className="max-w-line sm:text-17 lg:col-start-2">
				{sections.map((section, index) => (
					<section
						key={section.title}
						id={`section-${index + 1}`}
						aria-labelledby={`section-${index + 1}-title`}
						className="scroll-mt-8 pb-9 print:break-inside-avoid"
					>
						<h2 id={`section-${index + 1}-title`} className="mb-3 text-21">
							{index + 1}. {section.title}
						</h2>
						{section.body.split("\n\n").map((paragraph) => (
							<p key={paragraph} className="mb-3 leading-relaxed">
								{paragraph}
							</p>
						))}
					</section>
				))}
				{notice}
			</div>
		</div>
	);
}
