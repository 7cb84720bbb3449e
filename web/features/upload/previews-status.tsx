import { useEffect, useState } from "react";
import type { MissingPreviews, PreviewFailure } from "../../../worker/contract/files/previews.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { inLocalStorage } from "../../lib/page/storage.ts";
import { useMissingPreviews } from "../../lib/server/queries/missing-previews.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { isDue, keepMaking, makeMissingPreviews, useIsMaking } from "./missing-previews.ts";
import { useTexts } from "./texts.ts";
import { useOwner } from "./use-owner.ts";

const HIDDEN_FAILURES = "tillbox-hidden-preview-failures";

function useHiddenFailures() {
	const [hidden, setHidden] = useState<ReadonlySet<string>>(
		() =>
			new Set(JSON.parse(inLocalStorage((storage) => storage.getItem(HIDDEN_FAILURES)) ?? "[]")),
	);
	return {
		isHidden: (file: FailedFile) => hidden.has(keyOf(file)),
		hide(failed: readonly FailedFile[], shown: readonly FailedFile[]) {
			const kept = failed.map(keyOf).filter((key) => hidden.has(key));
			const next = new Set([...kept, ...shown.map(keyOf)]);
			inLocalStorage((storage) => storage.setItem(HIDDEN_FAILURES, JSON.stringify([...next])));
			setHidden(next);
		},
	};
}

type FailedFile = { id: string; failure: PreviewFailure };
const keyOf = ({ id, failure }: FailedFile) => `${id} ${failure}`;

function failuresOf({ title, files }: MissingPreviews["shares"][number]) {
	return files.flatMap(({ failure, ...file }) => (failure ? [{ ...file, title, failure }] : []));
}

/** Also makes previews, and tries failed ones once on each visit. Hidden failures reappear with the next one. */
export function PreviewsStatus({ slug }: { slug?: string }) {
	const t = useTexts();
	const { data } = useMissingPreviews();
	const { mark } = useOwner();
	const { suspended } = useCreator();
	const isMaking = useIsMaking();
	const { isHidden, hide } = useHiddenFailures();
	const hasDue = data?.shares.some(({ files }) => files.some(isDue));
	useEffect(
		() => (hasDue && !isMaking && !suspended ? keepMaking(mark) : undefined),
		[hasDue, isMaking, suspended, mark],
	);
	if (suspended) return null;
	const all = data?.shares ?? [];
	const shown = all.filter(
		(share) =>
			(!slug || share.shareId === slug) &&
			// Hiding a failure doesn't hide previews that are still to be made.
			share.total - share.made > failuresOf(share).filter(isHidden).length,
	);
	const failed = shown.flatMap(failuresOf).filter((file) => !isHidden(file));
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
					<span className="flex flex-wrap gap-2">
						<Button size="sm" onClick={() => void makeMissingPreviews(mark, true)}>
							{t("previews.make")}
						</Button>
						{failed.length > 0 && (
							<Button size="sm" tone="quiet" onClick={() => hide(all.flatMap(failuresOf), failed)}>
								{t("previews.hide")}
							</Button>
						)}
					</span>
				)
			}
		>
			{isMaking && <p>{t("previews.making")}</p>}
			{failed.length > 0 && (
				<Fold title={t("previews.failed", { n: failed.length })}>
					<ul className="mt-2 flex flex-col gap-1">
						{failed.map(({ id, name, title, failure }) => (
							<li key={id}>
								{others.length === 0 ? name : `${title}, ${name}`}: {t(`previews.${failure}`)}
							</li>
						))}
					</ul>
				</Fold>
			)}
		</Alert>
	);
}
