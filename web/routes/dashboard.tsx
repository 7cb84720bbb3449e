import { lazy, Suspense } from "react";
import { DashboardPage } from "../features/dashboard/dashboard-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const QuickShare = lazy(async () => ({
	default: (await import("../features/upload/quick-share.tsx")).QuickShare,
}));

const PreviewsStatus = lazy(async () => ({
	default: (await import("../features/upload/previews-status.tsx")).PreviewsStatus,
}));

/** The dashboard, with the short upload form at its top. */
export default function DashboardRoute() {
	return (
		<DashboardPage
			previews={
				<Suspense>
					<PreviewsStatus />
				</Suspense>
			}
			quickShare={
				<Suspense fallback={<Skeleton className="h-[28rem] rounded-card" />}>
					<QuickShare />
				</Suspense>
			}
		/>
	);
}
