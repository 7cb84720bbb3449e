import { useEffect, useState } from "react";
import type {
	MissingPreviews,
	PreviewFailure,
} from "../../../worker/files/previews/contract/previews.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { inLocalStorage } from "../../lib/page/storage.ts";
import { useMissingPreviews } from "../../lib/server/queries/missing-previews.ts";
import { useCreator } from "../../lib/session/session.tsx";
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
			const stillHidden = failed.map(keyOf).filter((key) => hidden.has(key));
			const next = new Set([...stillHidden, ...shown.map(keyOf)]);
			inLocalStorage((storage) => storage.setItem(HIDDEN_FAILURES, JSON.stringify([...next])));
			setHidden(next);
		},
	};
}

type FailedFile = { id: string; failure: PreviewFailure };
const keyOf = ({ id, failure }: FailedFile) => `${id} ${failure}`;

function failuresOf({ files }: MissingPreviews["shares"][number]) {
	return files.flatMap(({ failure, ...file }) => (failure ? [{ ...file, failure }] : []));
}

/** Makes previews, and tries failed ones once on each visit. */
export function PreviewMaker() {
	const { data } = useMissingPreviews();
	const owner = useOwner();
	const { suspended } = useCreator();
	const isMaking = useIsMaking();
	const hasDue = data?.shares.some(({ files }) => files.some(isDue));
	useEffect(
		() => (hasDue && !isMaking && !suspended ? keepMaking(owner) : undefined),
		[hasDue, isMaking, suspended, owner],
	);
	return null;
}

/** Says in a line which previews are missing. Hidden failures reappear with the next one. */
export function PreviewsStatus({ slug, explains }: { slug: string; explains?: boolean }) {
	const t = useTexts();
	const { data } = useMissingPreviews();
	const owner = useOwner();
	const { suspended } = useCreator();
	const isMaking = useIsMaking();
	const { isHidden, hide } = useHiddenFailures();
	const share = data?.shares.find(({ shareId }) => shareId === slug);
	if (!share || suspended) return null;
	const failures = failuresOf(share);
	const failed = failures.filter((file) => !isHidden(file));
	const missing = share.total - share.made;
	// Hiding a failure doesn't hide previews that are still to be made.
	if (missing === failures.length && failed.length === 0) return null;
	return (
		<div className="text-13 text-muted">
			{(isMaking || missing > failures.length) && (
				<p>
					{t("previews.made", { made: formatNumber(share.made), n: formatNumber(share.total) })}
					{isMaking && explains && `. ${t("previews.making")}`}
				</p>
			)}
			{failed.length > 0 && (
				<Fold title={t("previews.failed", { n: failed.length })}>
					<ul className="flex flex-col gap-1">
						{failed.map(({ id, name, failure }) => (
							<li key={id}>
								{name}: {t(`previews.${failure}`)}
							</li>
						))}
					</ul>
					<p className="flex flex-wrap gap-2 py-2">
						{!isMaking && (
							<Button size="sm" onClick={() => void makeMissingPreviews(owner, true)}>
								{t("previews.make")}
							</Button>
						)}
						<Button
							size="sm"
							tone="quiet"
							onClick={() => hide((data?.shares ?? []).flatMap(failuresOf), failed)}
						>
							{t("previews.hide")}
						</Button>
					</p>
				</Fold>
			)}
		</div>
	);
}
