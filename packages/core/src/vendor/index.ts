export {
  findVendor,
  isOwnAddress,
  keyVariableOf,
  vendorIds,
  vendorOfName,
  vendors,
  vendorsOfKey,
  type Vendor,
  type VendorId,
} from './vendor.ts';
