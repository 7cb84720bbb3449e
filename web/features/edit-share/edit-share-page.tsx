import { useParams } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { useOwnShare } from "../../lib/server/queries/shares.ts";
import { InCurrency } from "../../lib/session/session.tsx";
import { BackLink } from "../../shared/back-link.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EditForm } from "./edit-form.tsx";
import { useTexts } from "./texts.ts";

export function EditSharePage() {
	const t = useTexts();
	const { shareId: slug = "" } = useParams();
	const share = useOwnShare(slug);
	const title = t(share?.bundle ? "edit.bundleTitle" : "edit.title");
	usePage(title);
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("edit.back")}</BackLink>
			<h1 className="mt-2 mb-6 text-28">{title}</h1>
			{share === undefined ? (
				<Skeleton className="h-96" />
			) : share === null || share.status === "taken_down" ? (
				<Alert tone="warning" live>
					{t("edit.unknown")}
				</Alert>
			) : (
				<InCurrency currency={share.currency}>
					<EditForm key={slug} share={share} />
				</InCurrency>
			)}
		</div>
	);
}
