import type { Handlers } from "./context.ts";
import { exportDownloads } from "./downloads/export-downloads.ts";
import { makePacks } from "./downloads/packs.ts";
import {
	deleteCashAppHandle,
	deletePayoutMethods,
	exportPayments,
} from "./payments/account-hooks.ts";
import { deleteSharesOfCreator } from "./payments/deletion/delete-share.ts";
import { requireSettled, settleBeforeDelete } from "./payments/deletion/obstacles.ts";
import { onAccountEvent } from "./payments/payouts/card-payouts.ts";
import { onPaymentEvent } from "./payments/settlement/provider-events.ts";
import { exportSlots, exportStorage } from "./plans/export-slots.ts";
import { deleteRenditions, deleteShareRenditions } from "./previews/delete-renditions.ts";
import { makeSharePreviews } from "./previews/make-share-previews.ts";
import { exportShares } from "./shares/export-shares.ts";
import { releaseStorage } from "./shares/release-storage.ts";
import { stopSalesOfCreator } from "./shares/stop-sales.ts";
import { eraseCreatorPage } from "./storefront/creators/delete-creator-page.ts";
import { exportCreatorPage } from "./storefront/creators/own-creator-page.ts";
import { exportViews } from "./storefront/export-views.ts";
import { deleteCustomerOnAccountDelete } from "./subscriptions/delete-customer.ts";
import { exportSubscription } from "./subscriptions/export-subscription.ts";
import { endRenewalOnReclaim, onSubscriptionEvent } from "./subscriptions/on-provider-event.ts";
import { deleteRequests, exportRequests } from "./support/own-requests.ts";
import { abandonUploadsOfCreator, abandonUploadsOfShare } from "./uploads/abandon-upload.ts";
import { exportUploads } from "./uploads/export-uploads.ts";
import { fetchUploadingFile } from "./uploads/fetch-uploading-file.ts";
import { renditionRoom } from "./uploads/rendition-room.ts";

/** How slices react to other slices' actions. */
export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews],
	afterDelete: [abandonUploadsOfShare],
	beforeErase: [deleteShareRenditions],
	fetchUploadingFile,
	renditionRoom,
	deleteRenditions,
	afterPurge: [releaseStorage],
	beforeAccountDelete: [settleBeforeDelete, deleteSharesOfCreator, requireSettled],
	onAccountDelete: [
		deleteCustomerOnAccountDelete,
		deleteCashAppHandle,
		abandonUploadsOfCreator,
		deleteRequests,
		eraseCreatorPage,
	],
	onAccountReclaim: [
		deletePayoutMethods,
		stopSalesOfCreator,
		abandonUploadsOfCreator,
		endRenewalOnReclaim,
		deleteRequests,
		eraseCreatorPage,
	],
	providerEvents: [onPaymentEvent, onAccountEvent, onSubscriptionEvent],
	accountExport: {
		shares: exportShares,
		creatorPage: exportCreatorPage,
		views: exportViews,
		downloads: exportDownloads,
		uploads: exportUploads,
		uploadsByMonth: exportSlots,
		storage: exportStorage,
		money: exportPayments,
		subscription: exportSubscription,
		support: exportRequests,
	},
};
