package dev.assent.resources.pool;

import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.room.PoolGate;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.time.Duration;

/** The settings of Agroal's part of a pool. */
final class AgroalSettings {
    /**
     * The wait in Agroal before it is asked again. {@link PoolGate} admits as many callers as there are connections, so
     * no caller waits in Agroal for a return. But a virtual thread waits for the thread that takes over its connection
     * from {@link Openings}. And a caller may find the only idle connection just when Agroal tests or closes it; it
     * waits then, and Agroal does not wake it when the connection is gone.
     */
    private static final Duration WAIT_AT_ONCE_MAX = Duration.ofMillis(250);

    private AgroalSettings() {}

    /** Divides the whole wait evenly, so that it does not become longer. */
    static Duration waitAtOnce(JdbcPoolConfig config) {
        Duration timeout = config.time(PoolSetting.ACQUISITION_TIMEOUT_MILLIS);
        return timeout.dividedBy(1 + timeout.minusNanos(1).dividedBy(WAIT_AT_ONCE_MAX));
    }

    /** Agroal's part: it fails at once, since the caller retries, and it does no recovery. */
    static AgroalDataSourceConfigurationSupplier of(
            JdbcPoolConfig config, PoolEnlistment enlistment, LostConnection lost) {
        int validationSeconds = config.count(PoolSetting.VALIDATION_TIMEOUT_SECONDS);
        Duration idle = config.time(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS);
        AgroalDataSourceConfigurationSupplier agroal = new AgroalDataSourceConfigurationSupplier();
        agroal.connectionPoolConfiguration()
                .initialSize(0)
                .minSize(config.count(PoolSetting.CONNECTIONS_PREFILLED))
                .maxSize(config.count(PoolSetting.CONNECTIONS_MAX))
                .acquisitionTimeout(waitAtOnce(config))
                .establishmentRetryAttempts(0)
                .recoveryEnable(false)
                .validateOnBorrow(idle.isZero())
                .idleValidationTimeout(idle)
                .reapTimeout(config.time(PoolSetting.IDLE_LIMIT_SECONDS))
                .maxLifetime(config.time(PoolSetting.LIFETIME_LIMIT_SECONDS))
                .connectionValidator(ConnectionValidator.defaultValidatorWithTimeout(validationSeconds))
                .exceptionSorter(lost)
                .transactionIntegration(enlistment)
                .connectionFactoryConfiguration()
                .connectionProviderClass(PoolSource.Adapter.class)
                .networkTimeout(config.time(PoolSetting.NETWORK_TIMEOUT_MILLIS));
        return agroal;
    }
}
