import { useEffect } from "react";
import { formatNumber } from "../../lib/format.ts";
import { useMissingPreviews } from "../../lib/queries/missing-previews.ts";
import { useCreator } from "../../lib/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { keepMaking, makeMissingPreviews, useIsMaking } from "./missing-previews.ts";
import { useTexts } from "./texts.ts";
import { useOwner } from "./use-owner.ts";

/**
 * How many previews are made of the creator's published files, which failed and why. Those that no browser
 * has tried are made now.
 */
export function PreviewsStatus({ slug }: { slug?: string }) {
	const t = useTexts();
	const { data } = useMissingPreviews();
	const { mark } = useOwner();
	const { suspended } = useCreator();
	const isMaking = useIsMaking();
	const isDue = data?.shares.some(({ files }) => files.some(({ failure }) => failure === null));
	useEffect(
		() => (isDue && !isMaking && !suspended ? keepMaking(mark) : undefined),
		[isDue, isMaking, suspended, mark],
	);
	if (suspended) return null;
	const shown = data?.shares.filter(({ shareId }) => !slug || shareId === slug) ?? [];
	const failed = shown.flatMap(({ title, files }) =>
		files.flatMap(({ failure, ...file }) => (failure ? [{ ...file, title, failure }] : [])),
	);
	const sum = (of: "made" | "total") => shown.reduce((all, share) => all + share[of], 0);
	const counts = { made: formatNumber(sum("made")), n: sum("total") };
	const [first, ...others] = shown;
	if (!first) return null;
	return (
		<Alert
			tone={isMaking || failed.length === 0 ? "info" : "warning"}
			title={
				others.length === 0
					? t("previews.made", { ...counts, title: first.title })
					: t("previews.madeOfShares", { ...counts, shares: formatNumber(shown.length) })
			}
			action={
				!isMaking && (
					<Button size="sm" onClick={() => void makeMissingPreviews(mark, true)}>
						{t("previews.make")}
					</Button>
				)
			}
		>
			{isMaking && <p>{t("previews.making")}</p>}
			{failed.length > 0 && (
				<details>
					<summary>{t("previews.failed", { n: failed.length })}</summary>
					<ul className="mt-2 flex flex-col gap-1">
						{failed.map(({ id, name, title, failure }) => (
							<li key={id}>
								{others.length === 0 ? name : `${title}, ${name}`}: {t(`previews.${failure}`)}
							</li>
						))}
					</ul>
				</details>
			)}
		</Alert>
	);
}
