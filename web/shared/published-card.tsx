import CircleCheck from "icons:circle-check";
import Eye from "icons:eye";
import Share2 from "icons:share-2";
import type { ComponentProps, ReactNode, Ref } from "react";
import { paths, shareLink } from "../lib/addresses/paths.ts";
import { hasShareSheet, openShareSheet } from "../lib/page/share-sheet.ts";
import { usePublishedTexts } from "../lib/texts/published-texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Icon } from "../ui/icon.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { ShareLinkField } from "./share-link-field.tsx";

type Props = {
	slug: string;
	title: string;
	heading: string;
	headingRef?: Ref<HTMLHeadingElement>;
	summary: ReactNode;
	miniature?: ReactNode;
	actions: ReactNode;
	steps: readonly string[];
	/** other words for copying the link */
	copying?: Omit<ComponentProps<typeof ShareLinkField>, "slug"> | undefined;
};

export function PublishedCard(props: Props) {
	const { slug, title } = props;
	const t = usePublishedTexts();
	const link = shareLink(slug);
	return (
		<Card className="mx-auto w-full max-w-4xl animate-rise p-5 sm:p-8">
			<div className="flex flex-col gap-8 md:flex-row md:items-start">
				<div className="min-w-0 flex-1">
					<div className="flex items-start gap-4">
						<span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/12 text-primary">
							<Icon of={CircleCheck} size={24} />
						</span>
						<div className="min-w-0">
							<h2
								ref={props.headingRef}
								tabIndex={props.headingRef ? -1 : undefined}
								className="text-28 focus:outline-none"
							>
								{props.heading}
							</h2>
							{props.summary}
						</div>
					</div>
					<div className="mt-6">
						<ShareLinkField slug={slug} {...props.copying} />
					</div>
					<div className="mt-4 flex flex-wrap items-center gap-5">
						<QrCode
							link={link}
							alt={t("published.qrAlt", { link })}
							size={132}
							className="max-sm:hidden"
						/>
						<div className="flex min-w-48 flex-1 flex-col gap-2">
							{hasShareSheet() && (
								<Button
									icon={<Icon of={Share2} />}
									onClick={() => void openShareSheet(title, link)}
								>
									{t("published.shareSheet")}
								</Button>
							)}
							<a href={`${paths.share(slug)}?as=buyer`} className={buttonClass("plain")}>
								<Icon of={Eye} />
								{t("published.asBuyer")}
							</a>
							<p className="text-13 text-muted max-sm:hidden">{t("published.qrHint")}</p>
						</div>
					</div>
				</div>
				{props.miniature && <div className="flex justify-center md:pt-2">{props.miniature}</div>}
			</div>
			<div className="mt-8 flex flex-wrap gap-3 border-line border-t pt-6">{props.actions}</div>
			<section aria-labelledby="how-title" className="mt-8 border-line border-t pt-6">
				<h3 id="how-title" className="font-semibold">
					{t("published.how")}
				</h3>
				<ol className="mt-3 flex list-decimal flex-col gap-2 ps-5 text-muted marker:text-primary">
					{[t("published.send"), ...props.steps].map((step) => (
						<li key={step}>{step}</li>
					))}
				</ol>
			</section>
		</Card>
	);
}
