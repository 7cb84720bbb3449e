import { currentLocale } from "../../lib/i18n.ts";
import { usePublicConfig } from "../../lib/public-config.ts";
import { testimonialContent } from "./testimonial-content.ts";
import { useTexts } from "./texts.ts";

/** Example voices and numbers, labelled as such; left out where the operator says so. */
export function Testimonials() {
	const t = useTexts();
	const config = usePublicConfig();
	if (!config?.showTestimonials) return null;
	const { testimonials, metrics } = testimonialContent[currentLocale() === "es" ? "es" : "en"];
	return (
		<section className="gutters max-w-content py-16">
			<h2 className="text-28">{t("landing.samplesTitle")}</h2>
			<p className="mt-3 w-fit rounded-control bg-warning/10 px-3 py-1.5 text-13">
				{t("landing.samplesNote")}
			</p>
			<ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
				{testimonials.map((one) => (
					<li key={one.name}>
						<figure>
							<blockquote className="text-17">“{one.text}”</blockquote>
							<figcaption className="mt-3 text-muted">
								{one.name}, {one.work}
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
			<dl className="mt-10 flex flex-wrap gap-x-14 gap-y-6 border-line border-t pt-8">
				{metrics.map((one) => (
					<div key={one.name} className="flex flex-col-reverse">
						<dt className="text-muted">{one.name}</dt>
						<dd className="tabular font-[650] font-display text-28">{one.value}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
