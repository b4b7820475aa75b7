package dev.assent;

import dev.assent.spi.RecoverableResource;
import javax.sql.XADataSource;

/**
 * A plain XADataSource under the name of a resource. The XAResources of its connections know the name, so that {@code
 * Transaction.enlistResource} accepts them, and recovery connects by the same data source: with its own user, even if a
 * connection was asked for with another.
 *
 * <p>Thread safety: as the data source.
 */
public interface RegisteredDataSource extends XADataSource, RecoverableResource {}
