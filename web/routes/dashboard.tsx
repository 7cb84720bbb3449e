import { lazy, Suspense, useState } from "react";
import { DashboardPage } from "../features/dashboard/dashboard-page.tsx";
import { bankOutcome } from "../features/subscribe/bank-outcome.ts";
import { Skeleton } from "../ui/skeleton.tsx";

const QuickShare = lazy(async () => ({
	default: (await import("../features/upload/quick-share.tsx")).QuickShare,
}));

const PreviewMaker = lazy(async () => ({
	default: (await import("../features/upload/previews-status.tsx")).PreviewMaker,
}));
const PreviewsStatus = lazy(async () => ({
	default: (await import("../features/upload/previews-status.tsx")).PreviewsStatus,
}));

const BankReturn = lazy(async () => ({
	default: (await import("../features/subscribe/bank-return.tsx")).BankReturn,
}));

export default function DashboardRoute() {
	// The parameters are removed from the address while the screen is shown.
	const [hasReturned] = useState(() => bankOutcome(location.search) !== null);
	return (
		<>
			<Suspense>
				<PreviewMaker />
			</Suspense>
			<DashboardPage
				bankReturn={
					hasReturned && (
						<Suspense>
							<BankReturn />
						</Suspense>
					)
				}
				previewsOf={(slug) => (
					<Suspense>
						<PreviewsStatus slug={slug} />
					</Suspense>
				)}
				quickShare={
					<Suspense fallback={<Skeleton className="h-[28rem] rounded-card" />}>
						<QuickShare />
					</Suspense>
				}
			/>
		</>
	);
}
