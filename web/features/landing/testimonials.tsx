import { usePublicConfig } from "../../lib/server/queries/config.ts";
import { useTexts } from "./texts.ts";

const SAMPLES = [
	{ name: "Jordan", text: "landing.sample1", work: "landing.sample1Work" },
	{ name: "Amira", text: "landing.sample2", work: "landing.sample2Work" },
	{ name: "Teo", text: "landing.sample3", work: "landing.sample3Work" },
] as const;
const METRICS = [
	{ value: "landing.metric1", name: "landing.metric1Name" },
	{ value: "landing.metric2", name: "landing.metric2Name" },
	{ value: "landing.metric3", name: "landing.metric3Name" },
] as const;

/** Examples, labelled as such and shown only if SHOW_SAMPLES is "true". Replace them with real ones. */
export function Testimonials() {
	const t = useTexts();
	const config = usePublicConfig();
	if (!config?.showTestimonials) return null;
	return (
		<section className="gutters max-w-content py-16">
			<h2 className="text-28">{t("landing.samplesTitle")}</h2>
			<p className="mt-3 w-fit rounded-control bg-warning/10 px-3 py-1.5 text-13">
				{t("landing.samplesNote")}
			</p>
			<ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
				{SAMPLES.map((one) => (
					<li key={one.name}>
						<figure>
							<blockquote className="text-17">{t(one.text)}</blockquote>
							<figcaption className="mt-3 text-muted">
								{one.name}, {t(one.work)}
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
			<dl className="mt-10 flex flex-wrap gap-x-14 gap-y-6 border-line border-t pt-8">
				{METRICS.map((one) => (
					<div key={one.name} className="flex flex-col-reverse">
						<dt className="text-muted">{t(one.name)}</dt>
						<dd className="tabular font-[650] font-display text-28">{t(one.value)}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
