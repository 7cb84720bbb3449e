import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ExampleShare } from "./example-share.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { PricingCalculator } from "./pricing-calculator.tsx";
import { Steps } from "./steps.tsx";
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
			<End />
		</>
	);
}

function Hero() {
	const t = useTexts();
	return (
		<section className="gutters grid max-w-content gap-x-16 gap-y-8 py-10 lg:grid-cols-[1.05fr_1fr] lg:gap-y-3 lg:py-20">
			<div className="lg:self-end">
				<h1 className="text-40 sm:text-56">{t("landing.headline")}</h1>
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
				<p className="tabular max-w-lg text-15 lg:mt-3">{t("landing.cost", limitValues())}</p>
				<p className="mt-3 text-muted">
					{t.rich("landing.signInPrompt", {
						signIn: <Link className="prose-link" to={paths.auth} />,
					})}
				</p>
				<ul aria-label={t("landing.tags")} className="mt-8 flex flex-wrap gap-2">
					{TAGS.map((tag) => (
						<li key={tag} className="rounded-full border border-line px-3 py-1 text-13 text-muted">
							{t(tag)}
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}

function End() {
	const t = useTexts();
	return (
		<section className="gutters max-w-content pt-8 pb-4 text-center">
			<h2 className="text-28 sm:text-40">{t("landing.endTitle")}</h2>
			<p className="mx-auto mt-3 max-w-md text-balance text-muted">
				{t("landing.endText", limitValues())}
			</p>
			<Link to={paths.signUp} className={`${buttonClass("primary", "lg")} mt-6`}>
				{t("landing.start")}
			</Link>
		</section>
	);
}
