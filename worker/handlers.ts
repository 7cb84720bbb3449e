import { exportSlots, exportStorage } from "./accounts/plans/upload-slots.ts";
import { deleteIdempotencyKeys } from "./api/idempotency/finish-key.ts";
import { deleteWebhooks, exportWebhooks } from "./api/webhooks/delete-endpoints.ts";
import { switchOffOnReset } from "./api/webhooks/switch-off.ts";
import { deleteDiscountsOf, exportDiscounts } from "./catalogue/discounts/own-discounts.ts";
import { deleteDrafts, exportDrafts } from "./catalogue/drafts/own-drafts.ts";
import { eraseTitles, releaseStorage } from "./catalogue/shares/erase-share.ts";
import { exportShares } from "./catalogue/shares/export-shares.ts";
import { stopSalesOfCreator } from "./catalogue/shares/stop-sales.ts";
import { eraseAuditDetails } from "./core/audit-log/erase-details.ts";
import { exportActs } from "./core/audit-log/own-acts.ts";
import type { Handlers } from "./core/context.ts";
import { deleteCustomerNotes, exportCustomerNotes } from "./customers/account-hooks.ts";
import { deleteSharesOfCreator } from "./customers/deletion/delete-share.ts";
import { requireSettled, settleBeforeDelete } from "./customers/deletion/obstacles.ts";
import { deleteInvoiceDetails } from "./customers/invoices/invoice-details.ts";
import { deleteAlertsOfCreator } from "./customers/sale-alerts/alert-link.ts";
import {
	deleteUpdates,
	deleteUpdatesOfShare,
	exportUpdates,
} from "./customers/updates/account-hooks.ts";
import { exportDownloads } from "./files/downloads/download-log.ts";
import { makePacks } from "./files/downloads/packs.ts";
import { deleteRenditions, deleteShareRenditions } from "./files/previews/delete-renditions.ts";
import { makeSharePreviews } from "./files/previews/make-share-previews.ts";
import { noteMissingPreviews } from "./files/previews/missing-previews.ts";
import { abandonUploadsOfCreator, abandonUploadsOfShare } from "./files/uploads/abandon-upload.ts";
import { fetchUploadingFile } from "./files/uploads/fetch-own-upload.ts";
import { exportUploads } from "./files/uploads/find-uploads.ts";
import { renditionRoom } from "./files/uploads/renditions.ts";
import { deleteAnalytics, exportAnalytics } from "./pages/analytics/read-analytics.ts";
import { exportCreatorPage } from "./pages/storefront/creators/own-creator-page.ts";
import { eraseCreatorPage } from "./pages/storefront/creators/set-creator-page.ts";
import { deleteDirectWays, deletePayoutMethods, exportPayments } from "./payments/account-hooks.ts";
import { deleteCheckouts } from "./payments/checkout-links/own-checkouts.ts";
import { onAccountEvent } from "./payments/payouts/card-payouts.ts";
import { onPaymentEvent } from "./payments/settlement/provider-events.ts";
import {
	deleteCustomerOnAccountDelete,
	noteAddressChange,
} from "./payments/subscriptions/customers.ts";
import {
	endRenewalOnReclaim,
	onSubscriptionEvent,
} from "./payments/subscriptions/on-provider-event.ts";
import { exportSubscription } from "./payments/subscriptions/subscription-status.ts";
import { deleteSanctions, exportSanctions } from "./trust/moderation/sanctions/own-sanctions.ts";
import { scanSoon } from "./trust/scanning/scan-due.ts";
import { deleteRequests, exportRequests } from "./trust/support/own-requests.ts";

export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews, noteMissingPreviews],
	afterQuarantine: scanSoon,
	afterDelete: [abandonUploadsOfShare],
	beforeErase: [deleteShareRenditions, deleteUpdatesOfShare],
	fetchUploadingFile,
	noteMissingPreviews,
	renditionRoom,
	deleteRenditions,
	afterPurge: [releaseStorage],
	beforeAccountDelete: [settleBeforeDelete, deleteSharesOfCreator, requireSettled],
	onAccountDelete: [
		deleteCustomerOnAccountDelete,
		deleteDirectWays,
		deleteInvoiceDetails,
		deleteCheckouts,
		deleteDiscountsOf,
		deleteCustomerNotes,
		eraseTitles,
		abandonUploadsOfCreator,
		deleteDrafts,
		deleteRequests,
		eraseCreatorPage,
		eraseAuditDetails,
		deleteSanctions,
		deleteAnalytics,
		deleteUpdates,
		deleteAlertsOfCreator,
		deleteWebhooks,
		deleteIdempotencyKeys,
	],
	onAddressChange: [noteAddressChange],
	onPasswordReset: [switchOffOnReset],
	onAccountReclaim: [
		deletePayoutMethods,
		deleteInvoiceDetails,
		deleteDiscountsOf,
		stopSalesOfCreator,
		abandonUploadsOfCreator,
		deleteDrafts,
		endRenewalOnReclaim,
		deleteRequests,
		eraseCreatorPage,
		deleteUpdates,
		deleteAlertsOfCreator,
		deleteWebhooks,
		deleteIdempotencyKeys,
	],
	providerEvents: [onPaymentEvent, onAccountEvent, onSubscriptionEvent],
	accountExport: {
		shares: exportShares,
		discounts: exportDiscounts,
		creatorPage: exportCreatorPage,
		views: exportAnalytics,
		downloads: exportDownloads,
		uploads: exportUploads,
		drafts: exportDrafts,
		buyerUpdates: exportUpdates,
		uploadsByMonth: exportSlots,
		storage: exportStorage,
		money: exportPayments,
		customers: exportCustomerNotes,
		subscription: exportSubscription,
		support: exportRequests,
		acts: exportActs,
		decisions: exportSanctions,
		webhooks: exportWebhooks,
	},
};
