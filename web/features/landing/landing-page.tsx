import ChevronDown from "icons:chevron-down";
import FolderTree from "icons:folder-tree";
import HandCoins from "icons:hand-coins";
import LockKeyhole from "icons:lock-keyhole";
import UserRoundX from "icons:user-round-x";
import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { ExampleShare } from "./example-share.tsx";
import { PricingCalculator } from "./pricing-calculator.tsx";
import { Testimonials } from "./testimonials.tsx";
import { useTexts } from "./texts.ts";

const TAGS = [
	"landing.tagPhotographers",
	"landing.tagVideo",
	"landing.tagMusicians",
	"landing.tagDesigners",
	"landing.tagDevelopers",
	"landing.tagWriters",
] as const;

export function LandingPage() {
	const t = useTexts();
	usePage(t("landing.title"));
	return (
		<>
			<Hero />
			<Steps />
			<Features />
			<PricingCalculator />
			<Testimonials />
			<Faq />
		</>
	);
}

function Hero() {
	const t = useTexts();
	return (
		<section className="gutters grid max-w-content gap-x-16 gap-y-8 py-10 lg:grid-cols-[1.05fr_1fr] lg:gap-y-3 lg:py-20">
			<div className="lg:self-end">
				<h1 className="text-[min(2.5rem,11.4vw)] leading-[1.1] sm:text-56">
					{t("landing.headline")}
				</h1>
				<p className="mt-5 max-w-lg text-17 text-muted">{t("landing.lead")}</p>
				<div className="mt-8 flex flex-wrap gap-3">
					<Link to={paths.signUp} className={buttonClass("primary", "lg")}>
						{t("landing.start")}
					</Link>
					<a href="#how" className={buttonClass("plain", "lg")}>
						{t("landing.how")}
					</a>
				</div>
			</div>
			{/* Puts the product on a phone's first screen. */}
			<div className="lg:row-span-2 lg:self-center">
				<ExampleShare />
			</div>
			<div>
				<p className="text-muted lg:mt-3">
					{t.rich("landing.signInPrompt", {
						signIn: <Link className="prose-link" to={paths.auth} />,
					})}
				</p>
				<ul aria-label={t("landing.tags")} className="mt-8 flex flex-wrap gap-2">
					{TAGS.map((tag) => (
						<li key={tag} className="rounded-full border border-line px-3 py-1 text-muted">
							{t(tag)}
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}

const STEPS = [
	["landing.step1", "landing.step1Text"],
	["landing.step2", "landing.step2Text"],
	["landing.step3", "landing.step3Text"],
] as const;

function Steps() {
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
							<h3 className="mt-1 font-semibold text-21">{t(name)}</h3>
							<p className="mt-1 text-17 text-muted">{t(text)}</p>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}

const FEATURES = [
	[LockKeyhole, "landing.feature1", "landing.feature1Text"],
	[HandCoins, "landing.feature2", "landing.feature2Text"],
	[FolderTree, "landing.feature3", "landing.feature3Text"],
	[UserRoundX, "landing.feature4", "landing.feature4Text"],
] as const satisfies readonly (readonly [IconBody, string, string])[];

function Features() {
	const t = useTexts();
	return (
		<section className="gutters max-w-content py-16">
			<h2 className="text-28">{t("landing.features")}</h2>
			<ul className="mt-8 grid gap-x-12 gap-y-9 sm:grid-cols-2">
				{FEATURES.map(([icon, name, text]) => (
					<li key={name} className="flex gap-4">
						<Icon of={icon} className="mt-0.5 text-primary" />
						<div>
							<h3 className="font-semibold text-17">{t(name)}</h3>
							<p className="mt-1 text-muted">{t(text)}</p>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}

const QUESTIONS = [
	["landing.q1", "landing.a1"],
	["landing.q2", "landing.a2"],
	["landing.q3", "landing.a3"],
	["landing.q4", "landing.a4"],
] as const;

function Faq() {
	const t = useTexts();
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
						<p className="max-w-line pb-4 text-muted">{t(answer, limitValues())}</p>
					</details>
				))}
			</div>
		</section>
	);
}
