/** Exported objects by RMI-IIOP: their names, their operations, and how calls carry values. */
@NullMarked
package dev.assent.transport.iiop.service;

import org.jspecify.annotations.NullMarked;
