import { paths } from "../../lib/addresses/paths.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import { useLimits } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

const NEARLY_FULL = 0.9;

export function StorageLine() {
	const t = useTexts();
	const { emailVerified, plan } = useCreator();
	const limits = useStorageLimits();
	const { data } = useLimits();
	if (!data) return <Skeleton className="h-12" />;
	const { used, limit } = data.storage;
	const metrics = { used: formatSize(used), limit: formatSize(limit) };
	const isNearlyFull = used >= limit * NEARLY_FULL;
	return (
		<section aria-label={t("dashboard.storage")} className="flex flex-col gap-2">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
				<h2 className="font-semibold">{t("dashboard.storage")}</h2>
				<p className="tabular text-muted">{t("dashboard.storageUsed", metrics)}</p>
			</div>
			<Progress value={limit > 0 ? used / limit : 1} label={t("dashboard.storage")} />
			{isNearlyFull && (
				<p className="text-13 text-muted">
					{t("dashboard.storageFull")}{" "}
					{plan === "free" && emailVerified && (
						<a className="prose-link" href={paths.subscribe}>
							{t("dashboard.storageUpgrade", { limit: formatSize(limits.pro) })}
						</a>
					)}
				</p>
			)}
		</section>
	);
}
